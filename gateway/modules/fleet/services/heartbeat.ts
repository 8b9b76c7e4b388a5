import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { HEARTBEAT_INTERVAL_MS } from '#gateway/core/fleet.ts';
import { delay } from '#gateway/core/wake-signal.ts';
import type { Ports } from '#gateway/modules/fleet/ports/ports.ts';
import type { ProcessRole } from '#gateway/modules/fleet/ports/processes.ts';

/** After a heartbeat that failed. */
const RETRY_MS = 1_000;

/** Keeps this process counted as alive until aborted, then ends its entry. The first heartbeat must come before. */
export async function keepAlive(
  { processes, log }: Pick<Ports, 'processes' | 'log'>,
  role: ProcessRole,
  signal: AbortSignal,
): Promise<void> {
  const { ownId } = processes;
  if (ownId === null) return;
  // Of damaged data the database told the log already.
  const failed = (error: unknown) =>
    isDataDamaged(error) || log.warn('heartbeat-failed', describeErrorForLog(error));
  for (let waitMs = HEARTBEAT_INTERVAL_MS; ; ) {
    await delay(waitMs, signal);
    if (signal.aborted) break;
    waitMs = HEARTBEAT_INTERVAL_MS;
    await processes.beat(role).catch((error: unknown) => {
      // The work of this process counts as abandoned until a heartbeat succeeds.
      waitMs = RETRY_MS;
      failed(error);
    });
  }
  await processes.remove(ownId).catch(failed);
}
