/**
 * What a log may know of an error that nobody expected: its kind and where it came from. Its message only where it
 * cannot quote what people wrote: SQLite names tables and columns, the system its call and a path of our own.
 */
export function describeErrorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const message = code === 'ERR_SQLITE_ERROR' || 'syscall' in error ? error.message : undefined;
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_STACK_FRAMES)
    .map((line) => line.trim());
  const { cause } = error;
  return {
    error: error.name,
    code,
    message,
    at,
    ...(cause instanceof Error ? { cause: describeErrorForLog(cause) } : {}),
  };
}

const MAX_STACK_FRAMES = 6;
