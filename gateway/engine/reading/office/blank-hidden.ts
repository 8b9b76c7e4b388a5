import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type HiddenText, recordHidden } from '#gateway/engine/reading/hidden-text.ts';

const isOn = (attributes: Record<string, string>): boolean =>
  !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '');
const MAX_WORD_STYLE_CHAIN = 20;
/** What these hold was so before a tracked change. */
const FORMER = new Set(['w:rPrChange', 'w:pPrChange']);

/** Text of runs that Word hides (`w:vanish`): by themselves, or by the style of the run or of its paragraph. */
function findHiddenWordText(xml: string, styles: string): TextSpan[] {
  const hidingStyles = findHidingWordStyles(styles);
  const spans: TextSpan[] = [];
  /** Whether each open paragraph and run is hidden; text boxes put paragraphs inside runs. */
  const paragraphs: boolean[] = [];
  const runs: boolean[] = [];
  let inParagraphMark = false;
  let inText = false;
  let former = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const style = attributes['w:val'] ?? '';
        if (FORMER.has(name)) former++;
        else if (former > 0) return;
        else if (name === 'w:p') paragraphs.push(false);
        else if (name === 'w:pPr') inParagraphMark = true;
        else if (name === 'w:pStyle') paragraphs[paragraphs.length - 1] = hidingStyles.has(style);
        else if (name === 'w:r') runs.push(paragraphs.at(-1) ?? false);
        else if (name === 'w:t') inText = true;
        else if (inParagraphMark || runs.length === 0) return;
        else if (name === 'w:rStyle') runs[runs.length - 1] ||= hidingStyles.has(style);
        else if (name === 'w:vanish') runs[runs.length - 1] = isOn(attributes);
      },
      ontext() {
        if (inText && runs.at(-1)) spans.push([parser.startIndex, parser.endIndex + 1]);
      },
      onclosetag(name) {
        if (FORMER.has(name)) former--;
        else if (former > 0) return;
        else if (name === 'w:p') paragraphs.pop();
        else if (name === 'w:r') runs.pop();
        else if (name === 'w:t') inText = false;
        else if (name === 'w:pPr') inParagraphMark = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return spans;
}

function findHidingWordStyles(xml: string): Set<string> {
  const styles = new Map<string, { basedOn?: string; hides?: boolean }>();
  let id: string | undefined;
  let inRunProperties = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'w:style') {
          id = attributes['w:styleId'] ?? '';
          styles.set(id, {});
        } else if (id === undefined) return;
        else if (name === 'w:basedOn')
          styles.set(id, { ...styles.get(id), basedOn: attributes['w:val'] ?? '' });
        else if (name === 'w:rPr') inRunProperties = true;
        else if (name === 'w:vanish' && inRunProperties)
          styles.set(id, { ...styles.get(id), hides: isOn(attributes) });
      },
      onclosetag(name) {
        if (name === 'w:style') id = undefined;
        else if (name === 'w:rPr') inRunProperties = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const hides = (name: string, steps = 0): boolean => {
    const style = styles.get(name);
    if (!style || steps > MAX_WORD_STYLE_CHAIN) return false;
    return style.hides ?? hides(style.basedOn ?? '', steps + 1);
  };
  return new Set([...styles.keys()].filter((name) => hides(name)));
}

/** A span of a part's XML that holds hidden text: UTF-16 offsets, the end exclusive. */
export type TextSpan = readonly [start: number, end: number];

const MAX_STYLE_CHAIN = 20;

/** Text that an OpenDocument text hides: by a style (`text:display`), a hidden section, paragraph or field. */
function findHiddenOdtText(xml: string, sheet: string): TextSpan[] {
  const hiding = findHidingStyles([sheet, xml]);
  const spans: TextSpan[] = [];
  /** Whether each open element is hidden; a style of its own can show it again. */
  const open: boolean[] = [];
  /** Where the texts of each open paragraph begin in `texts`: a field inside can still hide them all. */
  const paragraphs: { depth: number; texts: { span: TextSpan; hidden: boolean }[]; hidden: boolean }[] = [];
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
          ?.texts.push({ span: [parser.startIndex, parser.endIndex + 1], hidden: open.at(-1) ?? false });
      },
      onclosetag() {
        const paragraph = paragraphs.at(-1);
        if (paragraph?.depth === open.length) {
          for (const { span, hidden } of paragraph.texts) if (hidden || paragraph.hidden) spans.push(span);
          paragraphs.pop();
        }
        open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return spans.toSorted(([a], [b]) => a - b);
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
  const hides = new Map<string, boolean>();
  for (const name of styles.keys()) {
    let style = styles.get(name);
    for (let steps = 0; style && style.hides === undefined && steps < MAX_STYLE_CHAIN; steps++)
      style = styles.get(style.parent);
    if (style?.hides !== undefined) hides.set(name, style.hides);
  }
  return hides;
}

interface Format {
  /** Parts that hold text. */
  text: RegExp;
  styles: string;
  /** Whether a part may hide text at all; looking closer costs a second reading. */
  hint: RegExp;
  find: (xml: string, styles: string) => TextSpan[];
}

const FORMATS: Record<'docx' | 'odt', Format> = {
  docx: {
    text: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
    styles: 'word/styles.xml',
    hint: /<w:vanish\b/,
    find: findHiddenWordText,
  },
  odt: {
    text: /^content\.xml$/,
    styles: 'styles.xml',
    hint: /text:display="(?:none|true)"|text:(?:hidden-text|hidden-paragraph)\b/,
    find: findHiddenOdtText,
  },
};

/** Larger parts are read as they are. */
const MAX_PART_BYTES = 40_000_000;
const MAX_TOTAL_BYTES = 100_000_000;
const PICTURES = /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svm|svg|bin|ttf|odttf)$/i;

/**
 * The document without the text that its styles hide, for the office library, which does not know of hiding. The same
 * bytes when it hides nothing or is not as expected.
 */
export function blankHidden(bytes: Uint8Array, format: 'docx' | 'odt', hidden: HiddenText): Uint8Array {
  const { text, styles, hint, find } = FORMATS[format];
  try {
    const isWanted = (name: string): boolean => text.test(name) || name === styles;
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isWanted(name) && originalSize <= MAX_PART_BYTES,
    });
    const sheet = strFromU8(parts[styles] ?? new Uint8Array());
    const blanked: Record<string, Uint8Array> = {};
    for (const [name, part] of Object.entries(parts)) {
      if (name === styles) continue;
      const xml = strFromU8(part);
      if (!hint.test(xml) && !hint.test(sheet)) continue;
      const spans = find(xml, sheet).filter(([start, end]) => xml.slice(start, end).trim() !== '');
      if (spans.length === 0) continue;
      blanked[name] = strToU8(cutOut(xml, spans, hidden));
    }
    return Object.keys(blanked).length === 0 ? bytes : repack(bytes, blanked);
  } catch {
    return bytes;
  }
}

function cutOut(xml: string, spans: readonly TextSpan[], hidden: HiddenText): string {
  let visible = '';
  let offset = 0;
  for (const [start, end] of spans) {
    recordHidden(hidden, xml.slice(start, end));
    visible += xml.slice(offset, start);
    offset = end;
  }
  return visible + xml.slice(offset);
}

/** Pictures are not read and would only take memory. */
export function repack(bytes: Uint8Array, changed: Record<string, Uint8Array>): Uint8Array {
  let total = 0;
  const rest = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (name in changed || PICTURES.test(name)) return false;
      total += originalSize;
      if (total > MAX_TOTAL_BYTES) throw new RangeError('more than is read');
      return true;
    },
  });
  return zipSync({ ...rest, ...changed }, { level: 0 });
}
