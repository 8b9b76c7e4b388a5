/** `npm run bench -- staff`: questions as staff type them, asked of the product over all guides at once. */
import { say } from '#tests/bench/figures.ts';
import type { QualityOptions, Report, Row, Table } from '#tests/bench/report.ts';
import { type AskedQuestion, askGuides, type FurtherUnit } from './ask-guides.ts';
import { askWithout } from './ask-without.ts';
import { chooseUnits, loadFurtherUnits } from './further-units.ts';
import { PIPELINE_PARTS } from './parts.ts';
import { comparePeers } from './peers.ts';
import { loadCrossLanguage, loadStaffSet, type StaffSet } from './question-set.ts';
import { formatCalibration, groupBy, summarise, summariseParts } from './summarise.ts';
import { indexDocuments } from './units-of-guides.ts';

/** The questions with a number of units asked. */
interface Round {
  units: number;
  asked: AskedQuestion[];
  otherLanguage: AskedQuestion[];
  peers: Awaited<ReturnType<typeof comparePeers>>;
}

export async function measureStaff({ data, beside = [], units = [] }: QualityOptions): Promise<Report> {
  const set = loadStaffSet(data);
  const otherLanguage = loadCrossLanguage(set);
  const further = chooseUnits(loadFurtherUnits(beside), units, set.guides.length);
  const rounds: Round[] = [];
  for (const some of further) rounds.push(await askRound(set, otherLanguage, some));
  const [first] = rounds;
  if (!first) return { tables: [], rows: [] };
  const without = await askWithoutParts(data);
  const inAll = `${first.units} units`;
  return {
    tables: [
      summariseRounds(rounds),
      summarise(
        `By style, ${inAll}`,
        groupBy(first.asked, ({ question }) => question.style),
      ),
      summarise(
        `By kind, ${inAll}`,
        groupBy(first.asked, ({ question }) => question.kind),
      ),
      ...describeOtherLanguage(rounds),
      summariseParts('All less one, the guides alone', without),
      ...rounds.map(({ units: count, peers }) => ({
        ...peers.table,
        title: `${peers.table.title}, ${count} units`,
      })),
    ],
    rows: [
      ...rounds.flatMap((round) =>
        [...round.asked, ...round.otherLanguage].map((question) => toRow(question, round)),
      ),
      ...rounds.flatMap(({ peers }) => peers.rows),
      ...without.flatMap(([part, questions]) =>
        questions.map((question) => ({
          ...toRow(question, { units: set.guides.length }),
          bench: 'staff-parts',
          part,
        })),
      ),
    ],
    notes: [
      'Other engines: the ten passages that each of them finds, quoted by our choice of text. All of them, ours too, refuse under a likelihood of .5 by weights fitted to their own scores, one guide left out at a time; so the row of ours is not what the product answers.',
      'All less one: the product with the module of one part replaced. Certainty is not fitted again, so the columns of what is answered also tell how far it relies on the part.',
    ],
  };
}

async function askRound(
  set: StaffSet,
  otherLanguage: StaffSet['questions'],
  further: readonly FurtherUnit[],
): Promise<Round> {
  const units = set.guides.length + further.length;
  say(`${units} units: ${set.questions.length + otherLanguage.length} questions`);
  const askedQuestions = await askGuides(
    { ...set, questions: [...set.questions, ...otherLanguage] },
    further,
  );
  const guides = set.guides.map(({ name, text }) => ({ title: name, text }));
  const indexed = await indexDocuments([...guides, ...further]);
  return {
    units,
    asked: askedQuestions.slice(0, set.questions.length),
    otherLanguage: askedQuestions.slice(set.questions.length),
    peers: await comparePeers(indexed, set.questions),
  };
}

async function askWithoutParts(data: string | undefined) {
  const without: [string, AskedQuestion[]][] = [['all parts', await askWithout(undefined, data)]];
  for (const part of PIPELINE_PARTS) {
    say(`without ${part.name}`);
    without.push([part.name, await askWithout(part, data)]);
  }
  return without;
}

function summariseRounds(rounds: readonly Round[]): Table {
  const table = summarise(
    'All questions',
    rounds.map(({ units, asked }) => [`${units} units`, asked]),
  );
  return {
    ...table,
    rows: table.rows.map((row, index) => ({
      ...row,
      'calibration error': formatCalibration(rounds[index]?.asked ?? []),
    })),
  };
}

function describeOtherLanguage(rounds: readonly Round[]): Table[] {
  const [first] = rounds;
  if (!first || first.otherLanguage.length === 0) return [];
  const table = summarise('In the other language than the guide', [
    ...rounds.map(({ units, otherLanguage }) => [`${units} units`, otherLanguage] as const),
    ...groupBy(first.otherLanguage, ({ question }) => question.style),
  ]);
  // All of these questions must be answered.
  const empty = ['to refuse, answered', 'to refuse, not found', 'greeted', 'right or weak'];
  const rows = table.rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !empty.includes(column))),
  );
  return [{ ...table, rows }];
}

function toRow(
  { question, outcome, verdict, answer, goldRank, goldShown, certainty }: AskedQuestion,
  { units }: Pick<Round, 'units'>,
): Row {
  const { id, style, kind, text } = question;
  const judged = { outcome, verdict, answer, goldRank, goldShown, certainty };
  return { bench: 'staff', units, id, style, kind, text, ...judged };
}
