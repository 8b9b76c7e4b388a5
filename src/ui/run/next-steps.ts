import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { BadRequest, GatewayError, TooLarge } from '#src/api/transport/gateway-errors.ts';
import { bandKey } from '#src/ui/answer/answer-band.tsx';
import { originalText } from '#src/ui/answer/explanation-labels.ts';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { usedPassages } from '#src/ui/answer/used-passages.ts';
import { type AnswerRun, bandOf, hasNoAnswer, isRunning } from '#src/ui/run/answer-run.ts';

type NextStep = 'passage' | 'synonym' | 'searchAll' | 'units' | 'add' | 'askAgain' | 'rephrase';

/** `no-units`: the units chosen cannot answer, or none can. `cut`: part of an answer came, also before it was stopped. */
export type AnswerState =
  | 'answered'
  | 'likely'
  | 'weak'
  | 'not-found'
  | 'refused'
  | 'no-units'
  | 'cut'
  | 'reply';

/** What may help in each state, the most fitting first; the notice of a failure has remedies of its own. */
const STEPS: Readonly<Record<AnswerState, readonly NextStep[]>> = {
  answered: ['passage'],
  likely: ['passage', 'searchAll', 'synonym', 'add'],
  weak: ['passage', 'searchAll', 'synonym', 'add', 'rephrase'],
  'not-found': ['passage', 'synonym', 'searchAll', 'add', 'rephrase'],
  refused: ['rephrase'],
  'no-units': ['searchAll', 'units'],
  cut: ['passage', 'askAgain'],
  reply: [],
};

const UNIT_FAULTS: ReadonlySet<string | undefined> = new Set([
  'indexes-empty',
  'indexes-unknown',
  'indexes-not-ready',
  'indexes-off',
  'indexes-not-yet-valid',
  'indexes-expired',
  'indexes-unavailable',
  'indexes-damaged',
  'nothing-to-search',
  'nothing-available',
]);

/** The state of an answer; undefined while it comes, and where no answer was asked for. */
export function stateOf(run: AnswerRun): AnswerState | undefined {
  const { phase, answer, error } = run;
  if (isRunning(run)) return undefined;
  if (phase === 'failed' && answer === '')
    return error instanceof GatewayError && UNIT_FAULTS.has(error.fault) ? 'no-units' : 'refused';
  if (phase !== 'done') return 'cut';
  if (run.request.settings.answerer === 'none') return undefined;
  if (hasNoAnswer(run)) return 'not-found';
  const band = bandOf(run);
  return band === 'weak' && bandKey(run, band) === 'answer:band.likely' ? 'likely' : (band ?? 'answered');
}

/** Whether no passage has a word in any wording. */
export function isTermAbsent({ passages, alternatives }: ReadTerm): boolean {
  return passages === 0 && alternatives.every((alternative) => alternative.passages === 0);
}

/** Words of the question that no passage has and whose absence says something. */
export function absentTerms({ terms }: Explanation): ReadTerm[] {
  return terms.filter((term) => isTermAbsent(term) && term.nameable !== false);
}

/** A number, in words too: what stands after it is a measure, of time for instance. */
const isNumber = ({ word, alternatives }: ReadTerm): boolean =>
  /^[\p{Nd}.,٫٬]+$/u.test(word) || alternatives.some(({ origin }) => origin === 'number');

/**
 * The word for which another expression may be in the passages, nouns before verbs: no time, measure, number or single
 * letter has one.
 */
function synonymWord(explanation: Explanation): string | undefined {
  const { question, terms } = explanation;
  const absent = terms.filter(isTermAbsent);
  // Where none of several words is in any passage, the passages are about something else.
  if (absent.length > 1 && absent.length === terms.length) return undefined;
  const isMeasure = ({ start }: ReadTerm) =>
    terms.some((other) => isNumber(other) && /^\s+$/u.test(question.slice(other.end, start)));
  return [...absentTerms(explanation), ...absent]
    .filter((term) => !isNumber(term) && !isMeasure(term))
    .map((term) => originalText(explanation, term))
    .find((word) => /\p{L}\p{M}*\p{L}/u.test(word) && !/\p{Nd}|^[ap]\.?m\.?$/iu.test(word));
}

/** The first passage that has half of the words of the question. */
function coveringPassage({ terms, passages }: Explanation): number | undefined {
  const place = passages.findIndex(
    (passage) => new Set(passage.terms.map(({ term }) => term)).size * 2 >= Math.max(1, terms.length),
  );
  return place === -1 ? undefined : place;
}

export type NextSteps = {
  steps: readonly NextStep[];
  /** The passage to open, by index, and the word of the synonym. */
  passage: number | undefined;
  word: string | undefined;
};

type Rights = { canAddSynonyms: boolean; canAddKnowledge: boolean };

/** The steps that fit an answer. What its explanation decides is offered once that is read. */
export function nextSteps(run: AnswerRun, explanationState: ExplanationState, rights: Rights): NextSteps {
  const state = stateOf(run);
  const { documents = [], request, phase, error } = run;
  const explanation = explanationOf(explanationState);
  const isExplained = explanationState.state !== 'loading';
  const covering = explanation && coveringPassage(explanation);
  const [used] = usedPassages(run).keys();
  const passage = state === 'not-found' ? covering : (used ?? (documents.length > 0 ? 0 : undefined));
  const word = explanation && synonymWord(explanation);
  const possible: Record<NextStep, boolean> = {
    passage: passage !== undefined,
    synonym: rights.canAddSynonyms && word !== undefined,
    searchAll: request.names.length > 0,
    units: true,
    add: rights.canAddKnowledge && isExplained && covering === undefined,
    askAgain: phase === 'stopped',
    rephrase: state !== 'refused' || [BadRequest, TooLarge].some((refusal) => error instanceof refusal),
  };
  const steps = state === undefined ? [] : STEPS[state].filter((step) => possible[step]);
  return { steps, passage, word };
}
