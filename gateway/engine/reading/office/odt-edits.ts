import { Parser } from 'htmlparser2';
import { type Edit, escapeXml } from './edits.ts';
import { markLabel } from './list-labels.ts';
import { OdtLabels } from './odt-numbering.ts';

const MAX_STYLE_CHAIN = 20;

const LOSS =
  /text:display="(?:none|true)"|text:(?:hidden-text|hidden-paragraph|deletion)\b|text-line-through-(?:style|type)="(?!none)/;
const NUMBERED_OUTLINE =
  /<text:outline-level-style\b[^>]*(?:style:num-format="[^"]|loext:num-list-format="[^"])/;
/** Bold Arabic: the weight of scripts such as Latin is another attribute. */
const COMPLEX_BOLD =
  /<style:text-properties\b(?![^>]*\bfo:font-weight=)[^>]*\bstyle:font-weight-complex="bold"/;

/** Whether a text may hide or strike out text, number items or headings, or set Arabic alone in bold. */
export const mayEditOdt = (xml: string, sheet: string): boolean =>
  LOSS.test(xml) ||
  LOSS.test(sheet) ||
  xml.includes('<text:list-item') ||
  (xml.includes('<text:h') && NUMBERED_OUTLINE.test(sheet)) ||
  COMPLEX_BOLD.test(xml);

/** Whether a style hides or strikes out its text; absent: not stated. */
interface Look {
  hides?: boolean;
  strikes?: boolean;
}

/** Text of a paragraph: a field inside can still hide all of it. */
interface Paragraph {
  depth: number;
  texts: Edit[];
  hidden: boolean;
}

/** The look of an element by its name and attributes, on top of the style. */
function lookOfElement(name: string, attributes: Record<string, string>): Look {
  if (name === 'text:deletion') return { strikes: true };
  const isShut =
    (name === 'text:section' && attributes['text:display'] === 'none') ||
    (name === 'text:hidden-text' && attributes['text:is-hidden'] !== 'false');
  return isShut ? { hides: true } : {};
}

/**
 * Edits that make a text say what its program shows: without text that is hidden (by a style, `text:display`, a
 * section, paragraph or field) or struck out, with the labels of list items and headings. Text whose Arabic letters are
 * bold counts as bold.
 */
export function findOdtEdits(xml: string, { styles: sheet }: { styles: string }): Edit[] {
  const labels = new OdtLabels();
  const looks = readLooks([sheet, xml], labels);
  const edits: Edit[] = [];
  /** The look of each open element; a style of its own can show text again. */
  const open: Look[] = [];
  const paragraphs: Paragraph[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const own = looks.get(attributes['text:style-name'] ?? '');
        open.push({ ...open.at(-1), ...own, ...lookOfElement(name, attributes) });
        labels.open(name, attributes);
        const bold = name === 'style:text-properties' ? boldEdit(attributes, parser.startIndex) : undefined;
        if (bold) edits.push(bold);
        if (name === 'text:p' || name === 'text:h') {
          paragraphs.push({ depth: open.length, texts: [], hidden: false });
          const label = labels.next(name, attributes);
          const end = parser.endIndex + 1;
          if (label !== undefined && xml[end - 2] !== '/')
            edits.push({ start: end, end, text: `<text:span>${escapeXml(markLabel(label))}</text:span>` });
        }
        const paragraph = paragraphs.at(-1);
        if (name === 'text:hidden-paragraph' && attributes['text:is-hidden'] === 'true' && paragraph)
          paragraph.hidden = true;
      },
      ontext() {
        const { hides, strikes } = open.at(-1) ?? {};
        const span = { start: parser.startIndex, end: parser.endIndex + 1 };
        const loss = hides ? 'hidden' : strikes ? 'struck' : undefined;
        paragraphs.at(-1)?.texts.push(loss ? { ...span, loss } : span);
      },
      onclosetag(name) {
        const paragraph = paragraphs.at(-1);
        if (paragraph?.depth === open.length) {
          for (const text of paragraph.texts) {
            if (paragraph.hidden) edits.push({ ...text, loss: 'hidden' });
            else if (text.loss) edits.push(text);
          }
          paragraphs.pop();
        }
        open.pop();
        labels.close(name);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return edits;
}

function boldEdit(attributes: Record<string, string>, start: number): Edit | undefined {
  if (attributes['style:font-weight-complex'] !== 'bold' || attributes['fo:font-weight']) return undefined;
  const offset = start + '<style:text-properties'.length;
  return { start: offset, end: offset, text: ' fo:font-weight="bold"' };
}

/** Looks by style name, with what each inherits; list styles go to `labels`. */
function readLooks(sources: readonly string[], labels: OdtLabels): Map<string, Look> {
  const styles = new Map<string, Look & { parent: string }>();
  let name = '';
  for (const xml of sources) {
    // The text follows the styles and has none.
    const sheet = xml.split('<office:body', 1)[0] ?? '';
    new Parser(
      {
        onopentag(tag, attributes) {
          if (tag === 'style:style') {
            name = attributes['style:name'] ?? '';
            styles.set(name, { parent: attributes['style:parent-style-name'] ?? '' });
          } else if (tag === 'style:text-properties')
            Object.assign(styles.get(name) ?? {}, lookOf(attributes));
          else labels.open(tag, attributes);
        },
        onclosetag(tag) {
          if (tag === 'style:style') name = '';
        },
      },
      { xmlMode: true },
    ).end(sheet);
  }
  return new Map(Array.from(styles.keys(), (id) => [id, inherit(id, styles)]));
}

function lookOf(attributes: Record<string, string>): Look {
  const display = attributes['text:display'];
  const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type'];
  return {
    ...(display === undefined ? {} : { hides: display === 'none' }),
    ...(line === undefined ? {} : { strikes: line !== 'none' }),
  };
}

function inherit(id: string, styles: ReadonlyMap<string, Look & { parent: string }>): Look {
  let look: Look = {};
  let style = styles.get(id);
  for (let steps = 0; style && steps < MAX_STYLE_CHAIN; steps++) {
    const { parent, ...own } = style;
    look = { ...own, ...look };
    style = styles.get(parent);
  }
  return look;
}
