/**
 * `npm run bench -- staff-rows`: the row that was asked for. Sixty rows of the guides' tables are asked for over the whole
 * guides, and over copies without these rows; twenty questions ask for two facts, of some of which the guides say only one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '#tests/bench/figures.ts';
import type { QualityOptions, Report, Row } from '#tests/bench/report.ts';
import { type AskedQuestion, askGuides } from './ask-guides.ts';
import { containsAnyGold, normaliseAnswer } from './judge-answer.ts';
import { loadStaffSet, type StaffQuestion, type StaffSet } from './question-set.ts';

/** A row of a table, by the text of its first cell, and a question for it. */
interface PlantedRow {
  id: string;
  unit: string;
  section: string;
  row: string;
  text: string;
  gold: string[];
}

/** A question for two facts: strings of both, or the word that the guides do not mention. */
interface PlantedPair {
  id: string;
  unit: string;
  text: string;
  gold: string[];
  second?: string[];
  missing?: string;
}

export async function measureStaffRows({ data }: QualityOptions): Promise<Report> {
  const set = loadStaffSet(data);
  const rows = readLines<PlantedRow>('planted-rows.jsonl');
  const pairs = readLines<PlantedPair>('planted-pairs.jsonl');
  const whole = await askGuides({ guides: set.guides, questions: [...rows, ...pairs].map(asQuestion) });
  const rowAnswers = whole.slice(0, rows.length);
  const pairAnswers = whole.slice(rows.length);
  const without = await askWithoutRows(set, rows);
  const isRight = ({ outcome, verdict }: AskedQuestion) => outcome === 'answer' && verdict === 'right';
  const right = rowAnswers.filter(isRight);
  return {
    tables: [
      {
        title: 'Rows of tables, and pairs of facts',
        rows: [
          { asked: 'rows of whole guides', questions: rowAnswers.length, 'as wanted': right.length },
          {
            asked: 'of these, the first line answers',
            questions: right.length,
            'as wanted': right.filter(({ answer, question }) =>
              containsAnyGold(firstLine(answer), question.gold),
            ).length,
          },
          {
            asked: 'rows taken out, not shown as answered',
            questions: without.length,
            'as wanted': without.filter(({ outcome }) => outcome !== 'answer').length,
          },
          {
            asked: 'two facts: both, or the missing one named',
            questions: pairAnswers.length,
            'as wanted': pairAnswers.filter((answer, index) => answersBoth(answer, pairs[index])).length,
          },
        ],
      },
    ],
    rows: [
      ...rowAnswers.map((answer) => toRow('whole', answer, isRight(answer))),
      ...without.map((answer) => toRow('taken out', answer, answer.outcome !== 'answer')),
      ...pairAnswers.map((answer, index) => toRow('pair', answer, answersBoth(answer, pairs[index]))),
    ],
  };
}

/** Rows of one table are taken out in different copies, so that its others stay. */
async function askWithoutRows({ guides }: StaffSet, rows: readonly PlantedRow[]): Promise<AskedQuestion[]> {
  const copies: PlantedRow[][] = [];
  for (const row of rows) {
    const free = copies.find((copy) => copy.every(({ section }) => section !== row.section));
    if (free) free.push(row);
    else copies.push([row]);
  }
  const all: AskedQuestion[] = [];
  for (const copy of copies) {
    say(`a copy without ${copy.length} rows`);
    const cut = guides.map(({ name, text }) => ({
      name,
      text: copy.filter(({ unit }) => unit === name).reduce(removeRow, text),
    }));
    all.push(...(await askGuides({ guides: cut, questions: copy.map(asQuestion) })));
  }
  return all;
}

/** Throws where the guide has no such row. */
function removeRow(text: string, { id, section, row }: PlantedRow): string {
  const from = text.indexOf(`# ${section}\n`);
  const start = text.indexOf(`\n| ${row} |`, from);
  if (from < 0 || start < 0) throw new Error(`${id}: the guide has no row "${row}" below "${section}"`);
  return text.slice(0, start) + text.slice(text.indexOf('\n', start + 1));
}

const asQuestion = ({ id, unit, text, gold }: PlantedRow | PlantedPair): StaffQuestion => ({
  id,
  lang: /\p{sc=Arabic}/u.test(text) ? 'ar' : 'en',
  style: 'planted',
  kind: 'fact',
  text,
  unit,
  section: null,
  gold,
  expect: 'answer',
});

function answersBoth({ answer, outcome, question }: AskedQuestion, pair: PlantedPair | undefined): boolean {
  if (!pair || (outcome !== 'answer' && outcome !== 'weak') || !containsAnyGold(answer, question.gold))
    return false;
  return pair.second
    ? containsAnyGold(answer, pair.second)
    : normaliseAnswer(answer).includes(normaliseAnswer(pair.missing ?? ''));
}

const firstLine = (answer: string): string => answer.split('\n')[0] ?? '';

function toRow(
  group: string,
  { question, outcome, answer, certainty }: AskedQuestion,
  isAsWanted: boolean,
): Row {
  const { id, text } = question;
  return { bench: 'staff-rows', group, id, text, outcome, answer, certainty, isAsWanted };
}

const readLines = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
