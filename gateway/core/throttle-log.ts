/** Writes a line unless one of the same cause was written within the interval; `silenced`: how many were not. */
type ThrottledLog = (cause: string, write: (silenced: number) => void) => void;

export function createThrottledLog(intervalMs: number): ThrottledLog {
  const causes = new Map<string, { loggedOn: number; silenced: number }>();
  return (cause, write) => {
    const last = causes.get(cause);
    const now = performance.now();
    if (last && now - last.loggedOn < intervalMs) {
      last.silenced += 1;
      return;
    }
    write(last?.silenced ?? 0);
    causes.set(cause, { loggedOn: now, silenced: 0 });
  };
}
