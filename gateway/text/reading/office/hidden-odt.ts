import { Parser } from 'htmlparser2';
import type { Stretch } from './blank-hidden.ts';

const LONGEST_CHAIN = 20;

/** Text that an OpenDocument text hides: by a style (`text:display`), a hidden section, paragraph or field. */
export function findHiddenOdtText(xml: string, sheet: string): Stretch[] {
  const hiding = findHidingStyles([sheet, xml]);
  const found: Stretch[] = [];
  /** Whether each open element is hidden; a style of its own can show it again. */
  const open: boolean[] = [];
  /** Where the texts of each open paragraph begin in `texts`: a field inside can still hide them all. */
  const paragraphs: { depth: number; texts: { at: Stretch; hidden: boolean }[]; hidden: boolean }[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const around = open.at(-1) ?? false;
        const own = hiding.get(attributes['text:style-name'] ?? '');
        const isShut =
          (name === 'text:section' && attributes['text:display'] === 'none') ||
          (name === 'text:hidden-text' && attributes['text:is-hidden'] !== 'false');
        open.push(isShut || (own ?? around));
        if (name === 'text:p' || name === 'text:h')
          paragraphs.push({ depth: open.length, texts: [], hidden: false });
        const paragraph = paragraphs.at(-1);
        if (name === 'text:hidden-paragraph' && attributes['text:is-hidden'] === 'true' && paragraph)
          paragraph.hidden = true;
      },
      ontext() {
        paragraphs
          .at(-1)
          ?.texts.push({ at: [parser.startIndex, parser.endIndex + 1], hidden: open.at(-1) ?? false });
      },
      onclosetag() {
        const paragraph = paragraphs.at(-1);
        if (paragraph?.depth === open.length) {
          for (const { at, hidden } of paragraph.texts) if (hidden || paragraph.hidden) found.push(at);
          paragraphs.pop();
        }
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found.toSorted(([one], [other]) => one - other);
}

/** Styles that say whether their text is shown: true hides. */
function findHidingStyles(sources: readonly string[]): Map<string, boolean> {
  const styles = new Map<string, { parent: string; hides?: boolean }>();
  let name = '';
  for (const xml of sources) {
    new Parser(
      {
        onopentag(tag, attributes) {
          if (tag === 'style:style') {
            name = attributes['style:name'] ?? '';
            styles.set(name, { parent: attributes['style:parent-style-name'] ?? '' });
          } else if (tag === 'style:text-properties' && attributes['text:display'] !== undefined) {
            const style = styles.get(name);
            if (style) style.hides = attributes['text:display'] === 'none';
          }
        },
        onclosetag(tag) {
          if (tag === 'style:style') name = '';
        },
      },
      { xmlMode: true },
    ).end(xml);
  }
  const found = new Map<string, boolean>();
  for (const one of styles.keys()) {
    let style = styles.get(one);
    for (let steps = 0; style && style.hides === undefined && steps < LONGEST_CHAIN; steps++)
      style = styles.get(style.parent);
    if (style?.hides !== undefined) found.set(one, style.hides);
  }
  return found;
}
