/** A code with parameters, worded by `messages.ts` in the language of the call and never stored as a sentence. */
export interface Reason {
  code: string;
  parameters: Record<string, string | number>;
}

/** Failures of readers and of fetching carry a code with parameters; whatever else is thrown has no reason for people. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('parameters' in error)) return undefined;
  const { code, parameters } = error;
  if (typeof code !== 'string' || typeof parameters !== 'object' || parameters === null) return undefined;
  return { code, parameters: parameters as Reason['parameters'] };
}
