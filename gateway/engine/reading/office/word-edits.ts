import { Parser } from 'htmlparser2';
import { type Edit, escapeXml } from './edits.ts';
import { markLabel } from './list-labels.ts';
import { showSymbol } from './symbol-fonts.ts';
import { type NumberProperties, WordLabels } from './word-numbering.ts';
import { isOn, type Look, lossOf, readStyles, type Styles, TOGGLES } from './word-styles.ts';

/** What these hold was so before a tracked change. */
const FORMER = new Set(['w:rPrChange', 'w:pPrChange']);

const IN_STYLES = /<w:(?:vanish|strike|dstrike|numId)\b/;
/** The signs that Word writes as elements, hidden or struck text, and runs that are bold in Arabic alone. */
const IN_TEXT =
  /<w:(?:vanish|strike|dstrike|delText|noBreakHyphen|sym|numPr|checkBox)\b|<w14:checkbox\b|(?<!<w:b\/>)<w:bCs\/>/;

/** Whether a part may hold something that the office library does not know. */
export const mayEditWord = (xml: string, styles: string): boolean =>
  IN_TEXT.test(xml) || IN_STYLES.test(styles);

const COMPLEX = new Set(['w:bCs', 'w:szCs']);

interface Paragraph extends NumberProperties {
  style: string;
  look: Look;
  /** The mark at its end was deleted with tracked changes: no paragraph, no number. */
  deleted: boolean;
}

/** A check box of a form or a content control. */
interface CheckBox {
  checked: boolean;
  written: boolean;
}

/** A sign may be written as a character reference. */
const MAX_SIGN_LENGTH = 10;

const BOXES = { checked: '☒', empty: '☐' } as const;
const showBox = ({ checked }: CheckBox): string => (checked ? BOXES.checked : BOXES.empty);

/** What is said of a part beside its own XML. */
export interface WordSheets {
  styles: string;
  numbering: string;
}

/**
 * Edits that make a part of a Word file say what Word shows: without text that is hidden or struck out, by itself or by
 * a style, and with hyphens, symbols, check boxes and the labels of numbered paragraphs as text.
 */
export function findWordEdits(xml: string, sheets: WordSheets): Edit[] {
  const reader = new WordReader(readStyles(sheets.styles), new WordLabels(sheets.numbering));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes, parser.startIndex),
      ontext: () => reader.text(parser.startIndex, parser.endIndex + 1),
      onclosetag: (name) => reader.close(name, parser.endIndex + 1),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return reader.edits;
}

class WordReader {
  readonly edits: Edit[] = [];
  readonly #styles: Styles;
  readonly #labels: WordLabels;
  /** Open paragraphs and runs; text boxes put paragraphs inside runs. */
  readonly #paragraphs: Paragraph[] = [];
  readonly #runs: Look[] = [];
  readonly #boxes: (CheckBox | undefined)[] = [];
  #formBox: CheckBox | undefined;
  /** An element that becomes text: replaced when it closes. */
  #sign: { start: number; text: string } | undefined;
  /** Where the run states the look of Arabic letters alone; -1: of others too. */
  readonly #complex = new Map<string, number>();
  #inParagraphProperties = false;
  #inText = false;
  /** In text that a tracked change deleted, which the library leaves out. */
  #inDeleted = false;
  #former = 0;
  #fallbacks = 0;

  constructor(styles: Styles, labels: WordLabels) {
    this.#styles = styles;
    this.#labels = labels;
  }

  open(name: string, attributes: Record<string, string>, start: number): void {
    if (FORMER.has(name)) this.#former++;
    else if (this.#former > 0) return;
    else if (name === 'w:p') this.#paragraphs.push({ style: '', look: {}, deleted: false });
    else if (name === 'w:pPr') this.#inParagraphProperties = true;
    else if (name === 'w:r') this.#runs.push({ ...this.#paragraphs.at(-1)?.look });
    else if (name === 'w:t') this.#inText = true;
    else if (name === 'w:delText') this.#inDeleted = true;
    else if (name === 'w:sdt') this.#boxes.push(undefined);
    else if (name === 'mc:Fallback') this.#fallbacks++;
    else if (name === 'w14:checkbox')
      this.#boxes[this.#boxes.length - 1] = { checked: false, written: false };
    else if (name === 'w14:checked') this.#check(this.#boxes.at(-1), attributes['w14:val']);
    else if (this.#inParagraphProperties) this.#readParagraphProperty(name, attributes);
    else if (this.#runs.length > 0) this.#readRunElement(name, attributes, start);
  }

  text(start: number, end: number): void {
    if (this.#inDeleted) this.edits.push({ start, end, loss: 'struck' });
    if (!this.#inText) return;
    const loss = lossOf(this.#runs.at(-1) ?? {});
    const box = this.#boxes.at(-1);
    if (loss) this.edits.push({ start, end, loss });
    else if (box && !box.written && end - start <= MAX_SIGN_LENGTH) {
      this.edits.push({ start, end, text: showBox(box) });
      box.written = true;
    }
  }

  close(name: string, end: number): void {
    if (FORMER.has(name)) this.#former--;
    else if (this.#former > 0) return;
    else if (name === 'w:p') this.#paragraphs.pop();
    else if (name === 'w:r') this.#runs.pop();
    else if (name === 'w:t') this.#inText = false;
    else if (name === 'w:delText') this.#inDeleted = false;
    else if (name === 'w:sdt') this.#boxes.pop();
    else if (name === 'mc:Fallback') this.#fallbacks--;
    else if (name === 'w:pPr') {
      this.#inParagraphProperties = false;
      this.#number(end);
    } else if (name === 'w:noBreakHyphen' || name === 'w:sym') {
      if (this.#sign) this.edits.push({ ...this.#sign, end });
      this.#sign = undefined;
    } else if (name === 'w:fldChar' && this.#formBox) {
      this.edits.push({ start: end, end, text: `<w:t>${showBox(this.#formBox)}</w:t>` });
      this.#formBox = undefined;
    }
  }

  #check(box: CheckBox | undefined, value: string | undefined): void {
    if (box) box.checked = !/^(?:0|false|off)$/.test(value ?? '');
  }

  #readParagraphProperty(name: string, attributes: Record<string, string>): void {
    const paragraph = this.#paragraphs.at(-1);
    const value = attributes['w:val'] ?? '';
    if (!paragraph) return;
    if (name === 'w:pStyle') {
      paragraph.style = value;
      paragraph.look = this.#styles.get(value)?.look ?? {};
    } else if (name === 'w:numId') paragraph.list = value;
    else if (name === 'w:ilvl') paragraph.level = Number(value);
    else if (name === 'w:del') paragraph.deleted = true;
  }

  #readRunElement(name: string, attributes: Record<string, string>, start: number): void {
    const look = this.#runs.at(-1) ?? {};
    const toggle = TOGGLES.get(name);
    if (name === 'w:rPr') this.#complex.clear();
    else if (COMPLEX.has(name)) this.#complex.set(name, this.#complex.get(name) ?? start);
    else if (name === 'w:b' || name === 'w:sz') this.#complex.set(`${name}Cs`, -1);
    else if (name === 'w:rtl' && isOn(attributes)) this.#showComplex();
    else if (toggle) look[toggle] = isOn(attributes);
    else if (name === 'w:rStyle') Object.assign(look, this.#styles.get(attributes['w:val'] ?? '')?.look);
    else if (name === 'w:noBreakHyphen') this.#write('-', start);
    else if (name === 'w:sym') this.#writeSymbol(attributes, start);
    else if (name === 'w:checkBox') this.#formBox = { checked: false, written: false };
    else if (name === 'w:default' || name === 'w:checked') {
      if (this.#formBox) this.#formBox.checked = isOn(attributes);
    }
  }

  /** Bold and size of Arabic letters, where the run states no other, as those of all letters. */
  #showComplex(): void {
    for (const [name, start] of this.#complex)
      if (start >= 0)
        this.edits.push({ start, end: start + 1 + name.length, text: `<${name.replace('Cs', '')}` });
    this.#complex.clear();
  }

  #writeSymbol(attributes: Record<string, string>, start: number): void {
    const box = this.#boxes.at(-1);
    const code = Number.parseInt(attributes['w:char'] ?? '', 16);
    const symbol = box && !box.written ? showBox(box) : showSymbol(attributes['w:font'] ?? '', code);
    if (box) box.written = true;
    if (symbol !== undefined) this.#write(symbol, start);
  }

  #write(sign: string, start: number): void {
    if (lossOf(this.#runs.at(-1) ?? {})) return;
    this.#sign = { start, text: `<w:t>${escapeXml(sign)}</w:t>` };
  }

  /** Puts the label of the paragraph whose properties end here before its text. */
  #number(end: number): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph || paragraph.deleted || this.#fallbacks > 0) return;
    const style = this.#styles.get(paragraph.style);
    const list = paragraph.list ?? style?.list;
    if (list === undefined) return;
    const level = paragraph.level ?? (paragraph.list === undefined ? style?.level : undefined);
    const properties = level === undefined ? { list } : { list, level };
    const label = this.#labels.next(properties, paragraph.style);
    if (label === undefined) return;
    const text = escapeXml(markLabel(label));
    this.edits.push({ start: end, end, text: `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>` });
  }
}
