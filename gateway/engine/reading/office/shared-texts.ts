import { Parser } from 'htmlparser2';
import { ReadFailure } from '#gateway/engine/document.ts';

const MAX_CHARACTERS = 50_000_000;
/** A rich text takes some six levels; unclosed elements would take the parser time that grows with their square. */
const MAX_DEPTH = 1_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A text of which some runs are struck out: what is left, and what is struck. */
export interface PartlyStruck {
  shown: string;
  struck: string;
}

/** Whether the XML of texts may strike out a run. */
export const mayStrike = (xml: string): boolean => /<(?:\w{1,20}:)?strike\b/.test(xml);

/** Follows the elements of a rich text (`is`, `si`): whether the run that is open is struck out. */
export class RunLook {
  isStruck = false;
  open(name: string, attributes: Record<string, string>): void {
    if (name === 'r') this.isStruck = false;
    else if (name === 'strike') this.isStruck = !/^(?:0|false)$/.test(attributes['val'] ?? '');
  }
  close(name: string): void {
    if (name === 'r') this.isStruck = false;
  }
}

/** The texts that cells share, in order, without what is struck out and without the readings over them (`rPh`). */
export interface SharedTexts {
  strings: string[];
  /** Texts with struck-out runs, by number. */
  partlyStruck: Map<number, PartlyStruck>;
}

/** Reads the part of the shared texts. Throws `ReadFailure` `too-large-inside` or `damaged`. */
export function readSharedTexts(chunks: Iterable<string>): SharedTexts {
  const strings: string[] = [];
  const partlyStruck = new Map<number, PartlyStruck>();
  const look = new RunLook();
  let text: string | undefined;
  let struck = '';
  let inText = false;
  let readings = 0;
  let characters = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (++depth > MAX_DEPTH) throw new ReadFailure('damaged');
        const name = localName(tag);
        look.open(name, attributes);
        if (name === 'si') text = '';
        else if (name === 'rPh') readings++;
        else if (name === 't') inText = true;
      },
      ontext(more) {
        if (!inText || readings > 0 || text === undefined) return;
        if (look.isStruck) struck += more;
        else text += more;
      },
      onclosetag(tag) {
        depth--;
        const name = localName(tag);
        look.close(name);
        if (name === 't') inText = false;
        else if (name === 'rPh') readings--;
        else if (name === 'si' && text !== undefined) {
          characters += text.length + struck.length;
          if (characters > MAX_CHARACTERS) throw new ReadFailure('too-large-inside');
          if (struck !== '') partlyStruck.set(strings.length, { shown: text.trim(), struck });
          strings.push(text);
          text = undefined;
          struck = '';
        }
      },
    },
    { xmlMode: true },
  );
  for (const chunk of chunks) parser.write(chunk);
  parser.end();
  return { strings, partlyStruck };
}
