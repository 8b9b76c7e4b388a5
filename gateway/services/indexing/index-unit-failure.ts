import type { Reason } from '#gateway/model.ts';

/** Something that stands in the way of a source, worded for people elsewhere. */
export class SourceFailure extends Error {
  readonly code: string;
  readonly parameters: Record<string, string | number>;
  constructor(code: string, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'SourceFailure';
    this.code = code;
    this.parameters = parameters;
  }
}

/** Nobody knows why: worth another try, and a look into the log. */
export const UNKNOWN_REASON: Reason = { code: 'index-failed', parameters: {} };

/** Failures of readers and of fetching carry a code with parameters; whatever else is thrown has no reason for people. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('parameters' in error)) return undefined;
  const { code, parameters } = error;
  if (typeof code !== 'string' || typeof parameters !== 'object' || parameters === null) return undefined;
  return { code, parameters: parameters as Reason['parameters'] };
}

/** What a unit says when none of its sources could be read: their reason when they agree. */
export function commonReason(reasons: readonly (Reason | null)[]): Reason {
  const [first] = reasons;
  const agree = reasons.every((reason) => reason?.code === first?.code);
  return first && agree ? first : { code: 'no-source-readable', parameters: {} };
}
