/**
 * Other engines over the same passages, quoted by our choice of text: what finding alone is worth. Every engine, ours too,
 * refuses by weights that are fitted to it alone, over the same features, one guide left out at a time.
 */
import { attainedShare, STEEPNESS } from '#gateway/engine/ranking/rank.ts';
import { areaUnderCurve } from '#tests/bench/calibration.ts';
import { median } from '#tests/bench/figures.ts';
import type { IndexedUnit } from '#tests/bench/index-units.ts';
import { fihrist } from '#tests/bench/rankers/fihrist.ts';
import { fts5Raw } from '#tests/bench/rankers/fts5-raw.ts';
import { fts5Stems } from '#tests/bench/rankers/fts5-stems.ts';
import { minisearch, minisearchTuned } from '#tests/bench/rankers/minisearch.ts';
import type { RankedId, Ranker } from '#tests/bench/rankers/ranker.ts';
import { formatShare, type Row, type Table } from '#tests/bench/report.ts';
import { assignFolds, type FoldedQuote, predictHeldOut } from './held-out.ts';
import { containsAnyGold } from './judge-answer.ts';
import type { StaffQuestion } from './question-set.ts';
import { quotePassages, weighTerms } from './quote-passages.ts';
import { formatRanks } from './summarise.ts';
import { asSet } from './units-of-guides.ts';

const ENGINES: readonly Ranker[] = [fihrist, fts5Stems, fts5Raw, minisearch, minisearchTuned];
const PASSAGES = 10;
/** A quote that is likelier right than wrong is an answer. */
const THRESHOLD = 0.5;
/** Shares of the questions to be refused at which engines are compared too. */
const MAX_ANSWERED = 0.06;

interface Quoted extends FoldedQuote {
  question: StaffQuestion;
  goldRank: number;
}

export async function comparePeers(
  units: readonly IndexedUnit[],
  questions: readonly StaffQuestion[],
): Promise<{ table: Table; rows: Row[] }> {
  const staffQuestions = questions.filter(({ expect }) => expect !== 'greeting');
  const folds = assignFolds(staffQuestions);
  const judged: JudgedEngine[] = [];
  let ownShare = Number.NaN;
  for (const engine of ENGINES) {
    const results = await search(engine, units, staffQuestions);
    // Scale for the scores of other engines, chosen so that their best passages match the scores of ours.
    const scale = engine === fihrist ? undefined : median(results.map(({ unscaled }) => unscaled)) / ownShare;
    if (scale === undefined)
      ownShare = median(results.map(({ ranked }) => attainedShare(ranked[0]?.score ?? 0)));
    const quoted = results.map((result, index) => quote(result, scale, units, folds[index] ?? 0));
    judged.push({ engine: engine.name, ...judge(quoted) });
  }
  return {
    table: { title: 'Other engines with the same choice of text', rows: judged.map(toTableRow) },
    rows: judged.map((engine) => ({ bench: 'staff-peers', units: units.length, ...engine })),
  };
}

interface Found {
  question: StaffQuestion;
  ranked: RankedId[];
  weights: Map<string, number>;
  /** Score of the best against what all terms weigh. */
  unscaled: number;
}

async function search(
  engine: Ranker,
  units: readonly IndexedUnit[],
  questions: readonly StaffQuestion[],
): Promise<Found[]> {
  const index = await engine.build(asSet(units));
  const results: Found[] = [];
  for (const question of questions) {
    const ranked = await index.search(question.text, PASSAGES);
    const weights = weighTerms(question.text, units);
    results.push({ question, ranked, weights, unscaled: (ranked[0]?.score ?? 0) / sumWeights(weights) });
  }
  index.close?.();
  return results;
}

function quote(
  { question, ranked, weights }: Found,
  scale: number | undefined,
  units: readonly IndexedUnit[],
  fold: number,
): Quoted {
  const total = sumWeights(weights);
  const passages = ranked.flatMap(({ id, score }) => {
    const unit = units.find(({ ids }) => ids.includes(id));
    const relevance = scale === undefined ? score : 1 - Math.exp((-STEEPNESS * score) / total / scale);
    return unit ? [{ unit, ordinal: unit.ids.indexOf(id), relevance }] : [];
  });
  const { text, features } = quotePassages(question.text, passages, units, weights);
  const texts = passages.map(({ unit, ordinal }) => unit.passages[ordinal]?.text ?? '');
  return {
    question,
    fold,
    features,
    isRight: containsAnyGold(text, question.gold),
    goldRank: texts.findIndex((passage) => containsAnyGold(passage, question.gold)),
  };
}

const sumWeights = (weights: ReadonlyMap<string, number>): number =>
  [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;

type JudgedEngine = { engine: string } & ReturnType<typeof judge>;

function judge(quoted: readonly Quoted[]) {
  const likelihoods = predictHeldOut(quoted);
  const all = quoted.map((quote, index) => ({ ...quote, likelihood: likelihoods[index] ?? 0 }));
  const answerable = all.filter(({ question }) => question.expect === 'answer');
  const refusable = all.filter(({ question }) => question.expect === 'refuse');
  const share = (some: readonly unknown[], of: readonly unknown[]) => some.length / Math.max(1, of.length);
  const shown = all.filter(({ likelihood }) => likelihood >= THRESHOLD);
  // The likelihood under which only so many of the questions to be refused are answered.
  const sorted = refusable.map(({ likelihood }) => likelihood).sort((a, b) => b - a);
  const strict = sorted[Math.floor(MAX_ANSWERED * refusable.length)] ?? 0;
  return {
    ranks: formatRanks(answerable),
    goldQuoted: share(
      answerable.filter(({ isRight }) => isRight),
      answerable,
    ),
    right: share(
      answerable.filter(({ isRight, likelihood }) => isRight && likelihood >= THRESHOLD),
      answerable,
    ),
    wrongAmongAnswered: share(
      shown.filter(({ isRight }) => !isRight),
      shown,
    ),
    refusableAnswered: share(
      refusable.filter(({ likelihood }) => likelihood >= THRESHOLD),
      refusable,
    ),
    areaUnderCurve: areaUnderCurve(all),
    rightStrictly: share(
      answerable.filter(({ isRight, likelihood }) => isRight && likelihood > strict),
      answerable,
    ),
  };
}

function toTableRow(engine: JudgedEngine): Record<string, string> {
  return {
    engine: engine.engine,
    'first/three/ten': engine.ranks,
    'gold quoted, no refusal': formatShare(engine.goldQuoted),
    right: formatShare(engine.right),
    'wrong among answered': formatShare(engine.wrongAmongAnswered),
    'to refuse, answered': formatShare(engine.refusableAnswered),
    'area under curve': formatShare(engine.areaUnderCurve),
    [`right at <= ${formatShare(MAX_ANSWERED)} to refuse, answered`]: formatShare(engine.rightStrictly),
  };
}
