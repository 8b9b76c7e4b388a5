import { Parser } from 'htmlparser2';
import { formatNumber } from './number-formats.ts';

interface Level {
  start: number;
  /** `w:numFmt`; `bullet` has no number. */
  format: string;
  /** `%1.%2`; absent: not stated. */
  text?: string;
  /** Every number as digits (`w:isLgl`). */
  legal: boolean;
  /** 1-based level whose next item restarts this level; 0: never; absent: any level above. */
  restart?: number;
}

interface AbstractList {
  levels: Map<number, Level>;
  /** Level of a paragraph style that the list is linked to. */
  styleLevels: Map<string, number>;
  styleLink?: string;
  numStyleLink?: string;
}

interface List {
  abstract: string;
  starts: Map<number, number>;
  levels: Map<number, Level>;
}

/** The lists of `word/numbering.xml`. */
interface Numbering {
  abstracts: Map<string, AbstractList>;
  lists: Map<string, List>;
}

/** What a paragraph or its style says of its number: `w:numPr`. */
export interface NumberProperties {
  list?: string;
  level?: number;
}

const MAX_LEVEL = 8;
const newLevel = (): Level => ({ start: 1, format: 'decimal', legal: false });

function parseNumbering(xml: string): Numbering {
  const numbering: Numbering = { abstracts: new Map(), lists: new Map() };
  let abstract: AbstractList | undefined;
  let list: List | undefined;
  let level: Level | undefined;
  let index = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const value = attributes['w:val'] ?? '';
        if (name === 'w:abstractNum') {
          abstract = { levels: new Map(), styleLevels: new Map() };
          numbering.abstracts.set(attributes['w:abstractNumId'] ?? '', abstract);
        } else if (name === 'w:num') {
          list = { abstract: '', starts: new Map(), levels: new Map() };
          numbering.lists.set(attributes['w:numId'] ?? '', list);
        } else if (name === 'w:lvl') {
          index = Number(attributes['w:ilvl'] ?? 0);
          level = newLevel();
          (list ?? abstract)?.levels.set(index, level);
        } else if (name === 'w:lvlOverride') index = Number(attributes['w:ilvl'] ?? 0);
        else if (name === 'w:startOverride') list?.starts.set(index, Number(value));
        else if (name === 'w:abstractNumId' && list) list.abstract = value;
        else if (name === 'w:styleLink' && abstract) abstract.styleLink = value;
        else if (name === 'w:numStyleLink' && abstract) abstract.numStyleLink = value;
        else if (name === 'w:pStyle' && level) abstract?.styleLevels.set(value, index);
        else if (level) describeLevel(level, name, value);
      },
      onclosetag(name) {
        if (name === 'w:abstractNum') abstract = undefined;
        else if (name === 'w:num') list = undefined;
        else if (name === 'w:lvl') level = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return numbering;
}

function describeLevel(level: Level, name: string, value: string): void {
  if (name === 'w:start') level.start = Number(value) || 0;
  else if (name === 'w:numFmt') level.format = value;
  else if (name === 'w:lvlText') level.text = value;
  else if (name === 'w:isLgl') level.legal = !/^(?:0|false|off)$/.test(value);
  else if (name === 'w:lvlRestart') level.restart = Number(value);
}

/** Counts the numbered paragraphs of a Word file in reading order. */
export class WordLabels {
  readonly #numbering: Numbering;
  /** Counters by abstract list: lists that share one go on counting. */
  readonly #counters = new Map<AbstractList, (number | undefined)[]>();
  readonly #begun = new Set<List>();

  constructor(numberingXml: string) {
    this.#numbering = parseNumbering(numberingXml);
  }

  /**
   * The label that Word shows before the next paragraph with these properties: `المادة 2:`, `2.1`, `أ)`. Empty when
   * its level shows none, undefined for bullets and where the file does not say. `style`: the paragraph's style, whose
   * level counts where the properties name none.
   */
  next({ list: id = '0', level: stated }: NumberProperties, style: string): string | undefined {
    const list = this.#numbering.lists.get(id);
    const abstract = list && this.#abstractOf(list);
    if (!list || !abstract) return undefined;
    const index = Math.min(stated ?? abstract.styleLevels.get(style) ?? 0, MAX_LEVEL);
    const levelAt = (position: number): Level =>
      list.levels.get(position) ?? abstract.levels.get(position) ?? newLevel();
    const counters = this.#count(list, abstract, index, levelAt);
    const level = levelAt(index);
    if (level.format === 'bullet' || level.text === undefined) return undefined;
    return level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const position = Number(digit) - 1;
      const { format, start } = levelAt(position);
      const value = counters[position] ?? start;
      return level.legal && format !== 'none' ? String(value) : formatNumber(format, value);
    });
  }

  #abstractOf(list: List): AbstractList | undefined {
    const abstract = this.#numbering.abstracts.get(list.abstract);
    if (!abstract?.numStyleLink) return abstract;
    const linked = [...this.#numbering.abstracts.values()].find(
      ({ styleLink }) => styleLink === abstract.numStyleLink,
    );
    return linked ?? abstract;
  }

  #count(
    list: List,
    abstract: AbstractList,
    index: number,
    levelAt: (position: number) => Level,
  ): (number | undefined)[] {
    const counters = this.#counters.get(abstract) ?? [];
    this.#counters.set(abstract, counters);
    if (!this.#begun.has(list)) for (const position of list.starts.keys()) counters[position] = undefined;
    this.#begun.add(list);
    for (let position = 0; position < index; position++)
      counters[position] ??= list.starts.get(position) ?? levelAt(position).start;
    const previous = counters[index];
    counters[index] =
      previous === undefined ? (list.starts.get(index) ?? levelAt(index).start) : previous + 1;
    for (let position = index + 1; position <= MAX_LEVEL; position++) {
      const { restart } = levelAt(position);
      if (restart === undefined || index < restart) counters[position] = undefined;
    }
    return counters;
  }
}
