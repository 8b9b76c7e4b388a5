/** What is wrong with stored data, or worth knowing about it. */
export interface Finding {
  /** `problem`: something is damaged. `note`: nothing has to be done. */
  level: 'problem' | 'note';
  /** A word for programs: `file-changed`. */
  kind: string;
  /** What it is about, as people find it: a bot, a unit, a file. */
  subject: string;
  what: string;
  /** What to do; '' where nothing has to be done. */
  remedy: string;
}

/** Takes findings as they are made. */
export type Report = (finding: Finding) => void;

/** How far a stage is; `total` may still grow. */
export type OnProgress = (done: number, total: number) => void;

/** Work of a stage, that ends it when aborted. */
export interface Stage {
  report: Report;
  onProgress: OnProgress;
  signal: AbortSignal;
}
