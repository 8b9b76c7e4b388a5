/** The staff set: guides as Markdown, and questions as customers and staff type them. Its README says what a field means. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchFailure, BenchSkipped } from '#tests/bench/report.ts';

export interface StaffQuestion {
  id: string;
  lang: string;
  style: string;
  kind: string;
  text: string;
  /** Guide that should answer, or null where nothing should. */
  unit: string | null;
  section: string | null;
  /** Strings of which a right answer holds at least one. */
  gold: string[];
  expect: 'answer' | 'refuse' | 'greeting';
  /** Guide that a near miss is about, where the set's notes name it. */
  near?: string;
}

export interface StaffSet {
  /** By name without the ending. */
  guides: { name: string; text: string }[];
  questions: StaffQuestion[];
}

const SHARED = join(import.meta.dirname, '../../../../shared/data/staff');

/** Throws `BenchFailure` when the given folder holds no such set, `BenchSkipped` when the shared one is absent. */
export function loadStaffSet(given: string | undefined): StaffSet {
  const folder = given ?? SHARED;
  if (!existsSync(join(folder, 'questions.jsonl'))) {
    if (given !== undefined) throw new BenchFailure(`There is no questions.jsonl in ${given}.`);
    throw new BenchSkipped('skipped: ../shared/data/staff is not here; --data names another folder');
  }
  const notes = readLines<{ id: string; near: string }>(join(folder, 'near-miss-notes.jsonl'));
  const nearOf = new Map(notes.map(({ id, near }) => [id, near]));
  const questions = readLines<StaffQuestion>(join(folder, 'questions.jsonl')).map((question) => {
    const near = nearOf.get(question.id);
    return near === undefined ? question : { ...question, near };
  });
  const guides = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => ({ name: name.slice(0, -3), text: readFileSync(join(folder, name), 'utf8') }));
  return { guides, questions };
}

/** Questions in another language than the guide with the answer, for the guides of the set. */
export function loadCrossLanguage({ guides }: Pick<StaffSet, 'guides'>): StaffQuestion[] {
  const questions = readLines<StaffQuestion>(join(import.meta.dirname, 'cross-language.jsonl'));
  return questions.filter(({ unit }) => guides.some(({ name }) => name === unit));
}

/** The objects of a JSON Lines file; an empty list without the file. */
function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}
