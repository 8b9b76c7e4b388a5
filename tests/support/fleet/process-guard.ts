/** Ends processes and removes a folder when the run of tests is over, also when it was killed. */
import { type ChildProcess, spawn } from 'node:child_process';

/** `+ pid` and `- pid` a line; the end of the input is the end of the run. `$1`: folder. */
const SCRIPT = `
pids=' '
while read -r op pid; do
  case $op in
    +) pids="$pids$pid " ;;
    -) pids=$(printf '%s' "$pids" | sed "s/ $pid / /") ;;
  esac
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
rm -rf "$1"
`;

export interface ProcessGuard {
  /** Ends with the run, unless it ends before. */
  add(child: ChildProcess): void;
  /** Ends what is left, and removes the folder. */
  close(): Promise<void>;
}

export function guardProcesses(folder: string): ProcessGuard {
  const guard = spawn('sh', ['-c', SCRIPT, 'sh', folder], {
    // Ctrl+C is for the test run; this ends after it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => guard.once('close', () => resolve()));
  guard.unref();
  return {
    add(child) {
      guard.stdin.write(`+ ${child.pid}\n`);
      // A number may soon be that of a stranger.
      child.once('exit', () => guard.stdin.writable && guard.stdin.write(`- ${child.pid}\n`));
    },
    async close() {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}
