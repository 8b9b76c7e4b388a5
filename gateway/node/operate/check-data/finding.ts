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

/** Damage, and what to do about it. */
export const problem = (kind: string, subject: string, what: string, remedy: string): Finding => ({
  level: 'problem',
  kind,
  subject,
  what,
  remedy,
});

/** A fact, without anything to do. */
export const note = (kind: string, subject: string, what: string): Finding => ({
  level: 'note',
  kind,
  subject,
  what,
  remedy: '',
});

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
