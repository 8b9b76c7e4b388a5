import { formatNumber, fromOdfFormat } from './number-formats.ts';

interface Level {
  bullet: boolean;
  /** A format of OOXML. */
  format: string;
  prefix: string;
  suffix: string;
  /** How many levels a label shows, this one last. */
  shown: number;
  start: number;
  /** LibreOffice's own pattern, `%1%.%2%)`: goes before prefix, suffix and `shown`. */
  pattern?: string;
}

type Counters = (number | undefined)[];

/** A list that is open while a text is read. */
interface OpenList {
  style: string;
  counters: Counters;
  depth: number;
}

const LEVEL = /^text:(?:list-level-style-(?:number|bullet|image)|outline-level-style)$/;
const OUTLINE = 'text:outline-style';

const toNumber = (value: string | undefined, otherwise: number): number => {
  const number = Number(value ?? otherwise);
  return Number.isSafeInteger(number) ? number : otherwise;
};

function readLevel(tag: string, attributes: Record<string, string>): Level {
  const pattern = attributes['loext:num-list-format'];
  return {
    bullet: tag.endsWith('-bullet') || tag.endsWith('-image'),
    format: fromOdfFormat(attributes['style:num-format'] ?? ''),
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    shown: toNumber(attributes['text:display-levels'], 1),
    start: toNumber(attributes['text:start-value'], 1),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** Counts the list items and headings of an OpenDocument text in reading order. */
export class OdtLabels {
  /** Levels by 0-based depth, of each list style and of the outline. */
  readonly #styles = new Map<string, Map<number, Level>>();
  readonly #lists: OpenList[] = [];
  readonly #byId = new Map<string, Counters>();
  readonly #byStyle = new Map<string, Counters>();
  readonly #outline: Counters = [];
  #style: Map<number, Level> | undefined;
  /** Whether the open list item waits for its first paragraph, and the number that it starts with. */
  #item: { start?: number } | undefined;

  /** Takes a start tag of a style sheet or of the text. */
  open(tag: string, attributes: Record<string, string>): void {
    if (tag === 'text:list-style' || tag === OUTLINE) {
      this.#style = new Map();
      this.#styles.set(tag === OUTLINE ? OUTLINE : (attributes['style:name'] ?? ''), this.#style);
    } else if (LEVEL.test(tag))
      this.#style?.set(toNumber(attributes['text:level'], 1) - 1, readLevel(tag, attributes));
    else if (tag === 'text:list') this.#openList(attributes);
    else if (tag === 'text:list-item') {
      const start = attributes['text:start-value'];
      this.#item = start === undefined ? {} : { start: toNumber(start, 1) };
    } else if (tag === 'text:list-header') this.#item = undefined;
  }

  close(tag: string): void {
    if (tag === 'text:list') this.#lists.pop();
    else if (tag === 'text:list-item') this.#item = undefined;
  }

  /**
   * The label before a paragraph or heading that begins here: empty when its level shows none, undefined for bullets
   * and outside of lists.
   */
  next(tag: string, attributes: Record<string, string>): string | undefined {
    const list = this.#lists.at(-1);
    if (list) {
      const item = this.#item;
      this.#item = undefined;
      const levels = this.#styles.get(list.style);
      return item && levels ? label(levels, list.counters, list.depth, item.start) : undefined;
    }
    const levels = this.#styles.get(OUTLINE);
    if (tag !== 'text:h' || !levels || attributes['text:is-list-header'] === 'true') return undefined;
    const depth = toNumber(attributes['text:outline-level'], 1) - 1;
    const start =
      attributes['text:restart-numbering'] === 'true' ? attributes['text:start-value'] : undefined;
    return (
      label(levels, this.#outline, depth, start === undefined ? undefined : toNumber(start, 1)) || undefined
    );
  }

  #openList(attributes: Record<string, string>): void {
    const outer = this.#lists.at(-1);
    const own = attributes['text:style-name'];
    const style = own ?? outer?.style ?? '';
    const counters = outer?.counters ?? this.#countersFor(attributes, style);
    this.#byId.set(attributes['xml:id'] ?? '', counters);
    this.#byStyle.set(style, counters);
    this.#lists.push({ style, counters, depth: outer ? outer.depth + 1 : 0 });
  }

  #countersFor(attributes: Record<string, string>, style: string): Counters {
    const before = this.#byId.get(attributes['text:continue-list'] ?? '\0');
    if (before) return before;
    return (attributes['text:continue-numbering'] === 'true' ? this.#byStyle.get(style) : undefined) ?? [];
  }
}

function label(
  levels: ReadonlyMap<number, Level>,
  counters: Counters,
  depth: number,
  start: number | undefined,
): string | undefined {
  const level = levels.get(depth);
  if (!level) return undefined;
  const previous = counters[depth];
  counters[depth] = start ?? (previous === undefined ? level.start : previous + 1);
  counters.length = depth + 1;
  for (let position = 0; position < depth; position++)
    counters[position] ??= levels.get(position)?.start ?? 1;
  if (level.bullet) return undefined;
  const show = (position: number): string =>
    formatNumber(levels.get(position)?.format ?? 'none', counters[position] ?? 1);
  if (level.pattern !== undefined)
    return level.pattern.replace(/%(\d{1,2})%/g, (_, number: string) => show(Number(number) - 1));
  if (level.format === 'none') return level.prefix + level.suffix;
  const numbers: string[] = [];
  for (let position = Math.max(0, depth - level.shown + 1); position <= depth; position++)
    numbers.push(show(position));
  return level.prefix + numbers.filter((number) => number !== '').join('.') + level.suffix;
}
