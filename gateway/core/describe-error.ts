/**
 * What a log may know of an error that nobody expected: its kind and where it came from. Its message only where it
 * cannot quote what people wrote: a database names tables and columns, the system its call and a path of our own.
 */
export function describeErrorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const message =
    code === 'ERR_SQLITE_ERROR' || 'syscall' in error || isWithoutValues(code) ? error.message : undefined;
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_STACK_FRAMES)
    .map((line) => line.trim());
  const { cause } = error;
  return {
    error: error.name,
    code,
    message,
    at: frames,
    ...(cause instanceof Error ? { cause: describeErrorForLog(cause) } : {}),
  };
}

const MAX_STACK_FRAMES = 6;

/** Messages of PostgreSQL quote values where data cannot be read (class 22) and users who may not sign in (28); otherwise they name tables and constraints. */
const isWithoutValues = (code: unknown): boolean =>
  typeof code === 'string' && /^(?:(?:0[89]|2[35]|4\d|5[3-8])[\dA-Z]{3}|XX00[12])$/.test(code);
