import type { HistoryItem } from '#contract/answers.ts';
import type { AnswerBand, AnswerKind, SentenceSupport } from '#contract/headers.ts';
import type { RunAction, RunOrigin, RunOutcome, RunRequest, RunVerdict } from '#contract/runs.ts';

/** A passage that was returned; the text is stored apart, by its hash. */
export interface RunPassage {
  unitId: number;
  unitTitle: string;
  hash: string;
  score: number;
  fileId: string;
  sectionTitle: string;
  /** Place in the text of its unit; null of runs before it was kept. */
  ordinal: number | null;
  /** Milliseconds since 1970. */
  textDate: number | null;
}

/** What came back, beside what lists show. */
export interface RunDetails {
  request: Omit<RunRequest, 'IndexNames'>;
  /** Hash of the list of index names; null where every ready unit was searched. */
  names: string | null;
  answer: string;
  kind: AnswerKind | null;
  model: string | null;
  fallback: string | null;
  search: string | null;
  history: HistoryItem[];
  quoted: number[];
  sentences: SentenceSupport[];
  skipped: string[];
  passages: RunPassage[];
  fault: { code: string; parameters: Record<string, unknown> } | null;
  durationMs: number;
  charge: { amount: number; estimated: boolean } | null;
}

/** A run as lists show it. `family`: shared by a key and its successors. */
export interface RunHead {
  botId: number;
  id: string;
  askedOn: Date;
  action: RunAction;
  origin: RunOrigin;
  outcome: RunOutcome;
  band: AnswerBand | null;
  certainty: number | null;
  keyName: string;
  family: string;
  question: string;
  /** The newest. */
  verdict: RunVerdict | null;
}

/** What the owner of a key says of a run. */
export interface GivenVerdict {
  verdict: RunVerdict;
  note: string;
  keyName: string;
  family: string;
  judgedOn: Date;
}

export interface Run extends Omit<RunHead, 'verdict'> {
  details: RunDetails;
}

/** A text that runs share: of a passage of the unit, or, of unit 0, a list of index names as JSON. */
export interface RunText {
  unitId: number;
  hash: string;
  text: string;
}

/** The unit of lists of index names. */
export const NO_UNIT = 0;

/** A kept question without an answer, or with a weak one. `folded`: as questions are compared. */
export interface AskedQuestion {
  id: string;
  question: string;
  folded: string;
  origin: RunOrigin;
  askedOn: Date;
  band: 'weak' | 'not-found';
}
