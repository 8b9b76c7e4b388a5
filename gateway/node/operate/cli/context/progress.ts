const MEGABYTE = 1_000_000;
/** Elapsed time before the first estimate of the remaining time. */
const MIN_ELAPSED_MS = 1_000;
const REDRAW_MS = 100;

/** A line such as `Copying 34 %, 120 of 350 MB, 12 s left`, drawn a few times a second. */
export function createProgressBar(
  what: string,
  draw: (line: string) => void,
  { now = () => performance.now(), unit = 'MB' }: { now?: () => number; unit?: 'MB' | 'rows' | 'items' } = {},
): (done: number, total: number) => void {
  const started = now();
  let drawnAt = -Infinity;
  return (done, total) => {
    const time = now();
    if (time - drawnAt < REDRAW_MS) return;
    drawnAt = time;
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const elapsed = time - started;
    const parts = [
      `${what} ${Math.floor(share * 100)} %`,
      unit === 'MB'
        ? `${printMegabytes(done)} of ${printMegabytes(total)} MB`
        : `${done} of ${total}${unit === 'rows' ? ' rows' : ''}`,
    ];
    if (elapsed >= MIN_ELAPSED_MS && share > 0)
      parts.push(`${printSeconds((elapsed / share) * (1 - share))} left`);
    draw(parts.join(', '));
  };
}

export function printMegabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0);
}

function printSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
