import { normaliseWord } from '#common/fold-text.ts';
import { wordKey } from './word-forms.ts';

/** Columns of a line behind its id, in order. */
export const LEXICON_COLUMNS = [
  'standard',
  'gulf',
  'egyptian',
  'levantine',
  'maghrebi',
  'arabizi',
  'english',
] as const;
type LexiconColumn = (typeof LEXICON_COLUMNS)[number];

/** A line of the lexicon: one meaning and how it is said. */
export interface LexiconLine {
  /** Kebab-case English, one of a kind. */
  id: string;
  /** By column, each expression as its normalised words. */
  columns: Record<LexiconColumn, string[][]>;
}

/** One meaning as the index takes it: each expression as the keys of its words, see `wordKey`. */
export interface Concept {
  id: string;
  expressions: readonly (readonly string[])[];
}

/**
 * Reads lines of `id | standard | gulf | egyptian | levantine | maghrebi | arabizi | english`, each column a list of
 * expressions with commas between them. Empty lines and what follows `#` are left out. See `docs/lexicon.md`.
 */
export function readLexicon(text: string): LexiconLine[] {
  return text.split('\n').flatMap((line) => {
    const [id = '', ...cells] = line.replace(/#.*$/u, '').split('|');
    if (id.trim() === '') return [];
    const columns = {} as LexiconLine['columns'];
    for (const [index, column] of LEXICON_COLUMNS.entries())
      columns[column] = (cells[index] ?? '').split(/[,،]/u).flatMap((expression) => {
        const words = splitExpression(expression);
        return words.length > 0 ? [words] : [];
      });
    return [{ id: id.trim(), columns }];
  });
}

const splitExpression = (expression: string): string[] =>
  expression
    .trim()
    .split(/[\s_-]+/u)
    .map(normaliseWord)
    .filter((word) => word !== '');

/** A line without its columns; expressions that have the same keys once, those of the standard column first. */
export function toConcept({ id, columns }: LexiconLine): Concept {
  const expressions = new Map<string, string[]>();
  for (const column of LEXICON_COLUMNS)
    for (const words of columns[column]) {
      const keys = words.map(wordKey);
      expressions.set(keys.join(' '), keys);
    }
  return { id, expressions: [...expressions.values()] };
}

/** Concepts in as little text as is read quickly: each key is written once, expressions have the numbers of theirs. */
export interface PackedLexicon {
  /** Keys with spaces between them, the most frequent first: its place is a key's number. */
  keys: string;
  /** A line a concept, with numbers in base 36: `refund 4q,1a.z,7` is two expressions of one word and one of two. */
  concepts: string;
  /** Whether a key is of an English word that is no spelling of an Arabic one: a bit a key, in base64. */
  english: string;
}

const BASE = 36;

/**
 * Concepts as the compiled lexicon stores them: keys once, those in most use first, and a line of key numbers a
 * concept. `english`: keys of English words, see `englishKeys`.
 */
export function packLexicon(
  concepts: readonly Concept[],
  english: ReadonlySet<string> = new Set(),
): PackedLexicon {
  const uses = new Map<string, number>();
  for (const { expressions } of concepts)
    for (const key of expressions.flat()) uses.set(key, (uses.get(key) ?? 0) + 1);
  const keys = [...uses].sort(([, a], [, b]) => b - a).map(([key]) => key);
  const numbers = new Map(keys.map((key, number) => [key, number.toString(BASE)]));
  const lines = concepts.map(({ id, expressions }) => {
    const numbered = expressions.map((words) => words.map((key) => numbers.get(key)).join('.'));
    return `${id} ${numbered.join(',')}`;
  });
  const bits = new Uint8Array(Math.ceil(keys.length / 8));
  for (const [number, key] of keys.entries())
    if (english.has(key)) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  return { keys: keys.join(' '), concepts: lines.join('\n'), english: Buffer.from(bits).toString('base64') };
}

/** Keys of the words of English expressions without those that an Arabizi expression has. */
export function englishKeys(lines: readonly LexiconLine[]): Set<string> {
  const keysOf = (column: LexiconColumn) =>
    new Set(lines.flatMap(({ columns }) => columns[column].flat().map(wordKey)));
  const arabizi = keysOf('arabizi');
  return new Set([...keysOf('english')].filter((key) => !arabizi.has(key)));
}

/** The keys of English words of a packed lexicon. */
export function unpackEnglish({ keys, english }: PackedLexicon): Set<string> {
  const bits = Buffer.from(english, 'base64');
  return new Set(
    keys.split(' ').filter((_, number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0),
  );
}

/** The concepts of a packed lexicon, in its order. */
export function* unpackLexicon(packed: PackedLexicon): Generator<Concept, void, void> {
  const keys = packed.keys.split(' ');
  for (const line of packed.concepts.split('\n')) yield unpackLine(line, keys);
}

/** One concept of a packed lexicon, without a look at the lines of the others. */
export function unpackConcept({ keys, concepts }: PackedLexicon, id: string): Concept | undefined {
  const isFirst = concepts.startsWith(`${id} `);
  const before = isFirst ? -1 : concepts.indexOf(`\n${id} `);
  if (before === -1 && !isFirst) return undefined;
  const end = concepts.indexOf('\n', before + 1);
  return unpackLine(concepts.slice(before + 1, end === -1 ? undefined : end), keys.split(' '));
}

function unpackLine(line: string, keys: readonly string[]): Concept {
  const [id = '', expressions = ''] = line.split(' ');
  return {
    id,
    expressions: expressions
      .split(',')
      .map((numbers) => numbers.split('.').map((number) => keys[Number.parseInt(number, BASE)] ?? '')),
  };
}
