/** `npm run bench -- support-fit`: weights for the support of a quote, and what they do to guides that they do not know. */
import {
  areaUnderCurve,
  binPredictions,
  calibrationError,
  type Prediction,
} from '#tests/bench/calibration.ts';
import { round } from '#tests/bench/figures.ts';
import { fitLogistic, type LogisticModel } from '#tests/bench/logistic.ts';
import { formatShare, type QualityOptions, type Report, type Row, type Table } from '#tests/bench/report.ts';
import { L2, listFolds, predictHeldOut, toObservations } from './held-out.ts';
import { loadStaffSet } from './question-set.ts';
import { collectSamples, type SupportSample, UNIT_COUNTS } from './support-samples.ts';

/** A sample with its likelihood by weights that were fitted without its guide or article. */
interface JudgedSample extends SupportSample {
  likelihood: number;
}

const LIKELIHOOD_BY_GUIDE = 0.65;
const THRESHOLDS = Array.from({ length: 18 }, (_, index) => round(0.1 + index * 0.05, 2));

export async function measureSupportFit({ data }: QualityOptions): Promise<Report> {
  const set = loadStaffSet(data);
  const samples = await collectSamples(set);
  const model = fitLogistic(toObservations(samples), { l2: L2 });
  const likelihoods = predictHeldOut(samples);
  const judged = samples.map((sample, index) => ({ ...sample, likelihood: likelihoods[index] ?? 0 }));
  const byThreshold = UNIT_COUNTS.map((units) => ({
    units,
    points: THRESHOLDS.map((threshold) =>
      evaluate(
        threshold,
        judged.filter((sample) => sample.units === units),
      ),
    ),
  }));
  return {
    tables: [
      printWeights(model),
      compareCounts(judged),
      printBins(judged),
      printGuides(listFolds(set.questions), judged),
      ...byThreshold.map(({ units, points }) => printThresholds(units, points)),
    ],
    rows: [
      { bench: 'support-fit', intercept: model.intercept, ...model.weights },
      ...byThreshold.flatMap(({ units, points }) =>
        points.map((point): Row => ({ bench: 'support-fit', units, ...point })),
      ),
    ],
    notes: [
      `Weights: over all ${samples.length} questions, L2 ${L2} for standardised features; staff questions together count as much as the public ones. All other tables: each guide, with its near misses, and each fifth of the public articles judged by weights fitted without it.`,
      'Public: ARCD, MLQA and XQuAD in both languages, every other question asked without its article. A quote is right if it holds a known answer.',
      'As it is: what the product says now. Its weights may have been fitted to the same questions, nothing left out.',
    ],
  };
}

/** As `quote-support.ts` has them. */
function printWeights({ weights, intercept }: LogisticModel): Table {
  const rows = Object.entries({ ...weights, INTERCEPT: intercept });
  return {
    title: 'Weights for gateway/engine/quoting/quote-support.ts',
    rows: rows.map(([feature, weight]) => ({ feature, weight: weight.toFixed(3) })),
  };
}

const asFitted = (samples: readonly JudgedSample[]): readonly Prediction[] => samples;
const asTheyAre = (samples: readonly JudgedSample[]): Prediction[] =>
  samples.map(({ support, isRight }) => ({ likelihood: support, isRight }));

function compareCounts(judged: readonly JudgedSample[]): Table {
  return {
    title: 'Calibration error (ECE, 10 bins) and area under the curve',
    rows: UNIT_COUNTS.map((units) => {
      const all = judged.filter((sample) => sample.units === units);
      const staff = all.filter(({ source }) => source === 'staff');
      const others = all.filter(({ source }) => source === 'public');
      const print = (samples: readonly JudgedSample[], measure: (some: readonly Prediction[]) => number) =>
        `${formatShare(measure(asFitted(samples)))} (${formatShare(measure(asTheyAre(samples)))})`;
      return {
        units,
        questions: all.length,
        'ECE (as it is)': print(all, calibrationError),
        'ECE staff': print(staff, calibrationError),
        'ECE public': print(others, calibrationError),
        'AUC staff': print(staff, areaUnderCurve),
        'AUC public': print(others, areaUnderCurve),
      };
    }),
  };
}

function printBins(judged: readonly JudgedSample[]): Table {
  const bins = {
    staff: binPredictions(judged.filter(({ source }) => source === 'staff')),
    public: binPredictions(judged.filter(({ source }) => source === 'public')),
  };
  const print = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : formatShare(value);
  return {
    title: 'How often a quote of this likelihood is right, all numbers of units',
    rows: bins.staff.map(({ count, right }, bin) => ({
      likelihood: `${(bin / 10).toFixed(1)}-${((bin + 1) / 10).toFixed(1)}`,
      staff: count,
      'staff, right': print(right),
      public: bins.public[bin]?.count ?? 0,
      'public, right': print(bins.public[bin]?.right),
    })),
  };
}

/** Each guide as weights judge it that do not know it. Questions that belong to no guide are dealt to them in turn. */
function printGuides(guides: readonly string[], judged: readonly JudgedSample[]): Table {
  return {
    title: `By guide left out, answering from a likelihood of ${LIKELIHOOD_BY_GUIDE} on`,
    rows: guides.map((guide, fold) => ({
      guide,
      ...Object.fromEntries(
        UNIT_COUNTS.map((units) => {
          const some = judged.filter((sample) => sample.fold === fold && sample.units === units);
          const { right, wrongAmongAnswered, refusableAnswered } = evaluate(LIKELIHOOD_BY_GUIDE, some);
          const shares = [right, wrongAmongAnswered, refusableAnswered].map(formatShare).join(' ');
          return [`${units} units: right, wrong among answered, to refuse answered`, shares];
        }),
      ),
    })),
  };
}

type ThresholdPoint = ReturnType<typeof evaluate>;

/** What answering from a likelihood on does. Exported for its test. */
export function evaluate(threshold: number, samples: readonly JudgedSample[]) {
  const of = (source: SupportSample['source'], isAnswerable?: boolean) =>
    samples.filter(
      (sample) =>
        sample.source === source && (isAnswerable === undefined || sample.isAnswerable === isAnswerable),
    );
  const share = (some: readonly JudgedSample[], pick: (sample: JudgedSample) => boolean) =>
    some.filter(pick).length / Math.max(1, some.length);
  const isShown = ({ likelihood }: JudgedSample) => likelihood >= threshold;
  const isShownRightly = (sample: JudgedSample) => isShown(sample) && sample.isRight;
  const isWrong = ({ isRight }: JudgedSample) => !isRight;
  return {
    threshold,
    right: share(of('staff', true), isShownRightly),
    wrongAmongAnswered: share(of('staff').filter(isShown), isWrong),
    refusableAnswered: share(of('staff', false), isShown),
    nearMissesAnswered: share(
      of('staff', false).filter(({ kind }) => kind === 'near-miss'),
      isShown,
    ),
    publicRight: share(of('public', true), isShownRightly),
    publicWrongAmongAnswered: share(of('public').filter(isShown), isWrong),
    publicUnanswerableAnswered: share(of('public', false), isShown),
  };
}

function printThresholds(units: number, points: readonly ThresholdPoint[]): Table {
  return {
    title: `Answering from a likelihood on, ${units} units`,
    rows: points.map((point) => ({
      likelihood: point.threshold.toFixed(2),
      'staff: right': formatShare(point.right),
      'wrong among answered': formatShare(point.wrongAmongAnswered),
      'to refuse, answered': formatShare(point.refusableAnswered),
      'near misses, answered': formatShare(point.nearMissesAnswered),
      'public: right': formatShare(point.publicRight),
      'wrong among answered, public': formatShare(point.publicWrongAmongAnswered),
      'unanswerable, answered': formatShare(point.publicUnanswerableAnswered),
    })),
  };
}
