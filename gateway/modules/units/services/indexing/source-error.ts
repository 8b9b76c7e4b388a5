import type { Reason } from '#gateway/core/reason.ts';

/** A source that cannot be indexed: a reason code with parameters, worded for people elsewhere. */
export class SourceError extends Error {
  readonly code: string;
  readonly parameters: Record<string, string | number>;
  constructor(code: string, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'SourceError';
    this.code = code;
    this.parameters = parameters;
  }
}

/** There is no copy of a page that could be read: it is to be fetched first. */
export class NotFetchedError extends Error {
  constructor() {
    super('a page is to be fetched first');
    this.name = 'NotFetchedError';
  }
}

/** The cause is unknown: it is in the log, and another attempt may help. */
export const UNKNOWN_REASON: Reason = { code: 'index-failed', parameters: {} };

/** Of a database that is damaged: trying again reads the same page. */
export const DATA_DAMAGED: Reason = { code: 'data-damaged', parameters: {} };

/** Of what was ended from outside, such as by an operator or for want of memory: another attempt helps. */
export const INTERRUPTED_REASON: Reason = { code: 'indexing-interrupted', parameters: {} };
