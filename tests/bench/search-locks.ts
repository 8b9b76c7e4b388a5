/** Takes the write lock again and again and tells how long it waited for it at most: `node search-locks.ts FILE`. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

// SQLite's own waiting sleeps in growing steps: asking at once again measures the lock, not the sleep.
const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 0 });
const begin = database.prepare('begin immediate');
const rollback = database.prepare('rollback');
const pause = new Int32Array(new SharedArrayBuffer(4));
let longest = 0;
process.on('message', () => {
  process.send?.(longest);
  longest = 0;
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
for (;;) {
  const begun = performance.now();
  while (!tryToBegin()) Atomics.wait(pause, 0, 0, 0.2);
  longest = Math.max(longest, performance.now() - begun);
  rollback.run();
  await sleep(1);
}

function tryToBegin(): boolean {
  try {
    begin.run();
    return true;
  } catch (error) {
    if (error instanceof Error && /locked/.test(error.message)) return false;
    throw error;
  }
}
