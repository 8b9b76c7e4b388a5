/** Question sets: folders of `passages.jsonl` and `questions.jsonl`, under any name and from any source. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BenchFailure, BenchSkipped } from './report.ts';

export interface Passage {
  id: string;
  title: string;
  section: string;
  text: string;
}

export interface Question {
  id: string;
  text: string;
  relevant: string[];
  answers: string[];
}

export interface QuestionSet {
  name: string;
  passages: Passage[];
  questions: Question[];
}

const FILES = ['passages.jsonl', 'questions.jsonl'];
const SHARED = join(import.meta.dirname, '../../../shared/data');

/**
 * The folder that holds what a bench needs: the given one, or its part of that name where it has one, or the shared
 * one. Throws `BenchFailure` when a given folder is absent, `BenchSkipped` when the shared one is.
 */
export function dataFolder(
  part: 'retrieval' | 'documents' | 'hostile' | 'reports',
  given: string | undefined,
): string {
  const shared = join(SHARED, part);
  if (given === undefined) {
    if (existsSync(shared)) return shared;
    throw new BenchSkipped(`skipped: ../shared/data/${part} is not here; --data names another folder`);
  }
  if (!existsSync(given)) throw new BenchFailure(`There is no folder ${given}.`);
  const inside = join(given, part);
  return existsSync(inside) && !isSet(inside) ? inside : given;
}

/** Folders of the sets that are wanted, in that order; all of the folder's, by name, when none is. */
export function findSets(folder: string, wanted: readonly string[]): string[] {
  if (isSet(folder)) return [folder];
  const names = readdirSync(folder)
    .filter((name) => isSet(join(folder, name)))
    .sort();
  if (names.length === 0) throw new BenchFailure(`No folder in ${folder} holds ${FILES.join(' and ')}.`);
  const unknown = wanted.filter((name) => !isSet(join(folder, name)));
  if (unknown.length > 0)
    throw new BenchFailure(`No set ${unknown.join(', ')} in ${folder}. There are: ${names.join(', ')}.`);
  return (wanted.length > 0 ? wanted : names).map((name) => join(folder, name));
}

/** Reads a set. What a line leaves out is empty. Throws `BenchFailure` with file and line where one is no JSON object. */
export function loadSet(folder: string): QuestionSet {
  return {
    name: basename(folder),
    passages: readLines(join(folder, 'passages.jsonl')).map((line) => ({
      id: asText(line['id']),
      title: asText(line['title']),
      section: asText(line['section']),
      text: asText(line['text']),
    })),
    questions: readLines(join(folder, 'questions.jsonl')).map((line) => ({
      id: asText(line['id']),
      text: asText(line['text']),
      relevant: asTexts(line['relevant']),
      answers: asTexts(line['answers']),
    })),
  };
}

/** Questions that can be judged, with the relevant ids in the set; ids outside the set could only be missed. */
export function judgeable({ passages, questions }: QuestionSet): Question[] {
  const ids = new Set(passages.map(({ id }) => id));
  return questions
    .map((question) => ({ ...question, relevant: question.relevant.filter((id) => ids.has(id)) }))
    .filter(({ relevant }) => relevant.length > 0);
}

function isSet(folder: string): boolean {
  return FILES.every((file) => existsSync(join(folder, file)));
}

function readLines(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const value = parse(line);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new BenchFailure(`${file}, line ${index + 1}: not a JSON object.`);
      return [Object.fromEntries(Object.entries(value))];
    });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function asTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map(asText).filter((text) => text !== '');
}
