import { hasPhrase, hasStatement } from './find-statement.ts';
import { type StatementWord, statementWords } from './statement-words.ts';

/** What a right answer has, see `expectationSchema` of the contract. */
export interface Expected {
  quotes: readonly string[];
  within: number;
  contains: readonly string[];
  lacks: readonly string[];
  band: 'answered' | 'weak-or-better' | 'not-found' | null;
  units: readonly number[];
}

/** A passage that came back. `unitId` and `ordinal` are null where a gateway does not say. */
export interface JudgedPassage {
  text: string;
  sectionTitle: string;
  unitId: number | null;
  /** Place in the text of its unit. */
  ordinal: number | null;
}

/** What came back for a question; null is what a gateway does not say. */
export interface JudgedRun {
  answer: string;
  band: 'answered' | 'weak' | 'not-found' | 'reply' | null;
  passages: readonly JudgedPassage[];
}

/** A part of the expectation that does not hold, with its quote, words or band. */
interface Failure {
  part: 'quotes' | 'contains' | 'lacks' | 'band' | 'units';
  value: string;
}

/** `places`: by quote, the first passages that have it, by index. */
export interface Judgement {
  outcome: 'passes' | 'weak' | 'fails' | 'not-judged';
  failures: Failure[];
  places: readonly (readonly number[])[];
}

/**
 * Judges what came back for a question. Everything that the expectation states must hold; what nobody can know makes the
 * run not judged, unless something else fails.
 */
export function judgeRun(run: JudgedRun, expected: Expected): Judgement {
  const failures: Failure[] = [];
  const fail = (part: Failure['part'], value: string) => void failures.push({ part, value });
  const places = findQuotes(run.passages.slice(0, expected.within), expected.quotes);
  for (const [index, quote] of expected.quotes.entries())
    if (places[index]?.length === 0) fail('quotes', quote);
  const answer = statementWords(run.answer);
  for (const words of expected.contains)
    if (!hasPhrase(answer, statementWords(words))) fail('contains', words);
  for (const words of expected.lacks) if (hasPhrase(answer, statementWords(words))) fail('lacks', words);
  const units = judgeUnits(run, expected, places);
  if (units === 'fails') fail('units', expected.units.join(', '));
  const isWrong = failures.length > 0;
  const band = judgeBand(run.band, expected.band);
  if (band === 'weak' || band === 'fails') fail('band', expected.band ?? '');
  const isUnknown = band === 'unknown' || units === 'unknown';
  const outcome =
    isWrong || band === 'fails' ? 'fails' : isUnknown ? 'not-judged' : band === 'weak' ? 'weak' : 'passes';
  return { outcome, failures, places };
}

/** Passages that have each quote, by index: a single passage, else two neighbours in their source. */
export function findQuotes(passages: readonly JudgedPassage[], quotes: readonly string[]): number[][] {
  if (quotes.length === 0) return [];
  const words = passages.map(({ text, sectionTitle }) => statementWords(`${sectionTitle}\n${text}`));
  return quotes.map((quote) => {
    const statement = statementWords(quote);
    const single = words.findIndex((passage) => hasStatement(passage, statement));
    return single >= 0 ? [single] : findInNeighbours(passages, statement);
  });
}

function findInNeighbours(passages: readonly JudgedPassage[], statement: readonly StatementWord[]): number[] {
  for (const [index, { unitId, ordinal, text, sectionTitle }] of passages.entries()) {
    if (unitId === null || ordinal === null) continue;
    const next = passages.findIndex((other) => other.unitId === unitId && other.ordinal === ordinal + 1);
    if (next < 0) continue;
    const words = statementWords(`${sectionTitle}\n${text}\n${passages[next]?.text ?? ''}`);
    if (hasStatement(words, statement)) return [index, next];
  }
  return [];
}

function judgeBand(band: JudgedRun['band'], expected: Expected['band']) {
  if (expected === null) return 'holds';
  if (band === null) return 'unknown';
  if (expected === 'weak-or-better') return band === 'answered' || band === 'weak' ? 'holds' : 'fails';
  if (band === expected) return 'holds';
  return band === 'weak' ? 'weak' : 'fails';
}

/** Whether a quote stands in one of the units. */
function judgeUnits({ passages }: JudgedRun, { units }: Expected, places: readonly (readonly number[])[]) {
  if (units.length === 0) return 'holds';
  const owners = places.flat().map((index) => passages[index]?.unitId ?? null);
  if (owners.some((unitId) => unitId !== null && units.includes(unitId))) return 'holds';
  return owners.includes(null) ? 'unknown' : 'fails';
}

/** What the fingerprint of a run is a hash of: runs with one fingerprint are the same to a reader. */
export const fingerprintText = ({ answer, band, passages }: JudgedRun): string =>
  JSON.stringify([answer, band, passages.map(({ text }) => text)]);
