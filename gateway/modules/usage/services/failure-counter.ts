import { zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import type { FailedCall } from '#gateway/core/call-outcomes.ts';
import { startUnrefTimer } from '#gateway/core/unref-timer.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { FailedEntry, Failure } from '#gateway/modules/usage/ports/usage.ts';
import { zoneOf } from './date-range.ts';

const FLUSH_INTERVAL_MS = 3_000;
/** Kinds of failures held at a time; beyond, those of one bot, status and fault count together. */
const MAX_COUNTED_KINDS = 2_000;
/** Single calls held at a time; beyond, calls are counted but their status is not kept. */
const MAX_FAILED_CALLS = 2_000;

/**
 * Failed calls, counted in memory and written every few seconds: a flood of rejections costs no write each, and one row a
 * key, fault and minute. A killed server loses the last seconds of these counts, and of the status of single calls; no
 * charge is among them.
 */
export function createFailureCounter(ports: Pick<Ports, 'usage' | 'ledger' | 'clock' | 'log'>) {
  let counted = new Map<string, { call: FailedCall; on: Date; count: number }>();
  let failedCalls: FailedEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const kinds = [...counted.values()];
    const calls = failedCalls;
    counted = new Map();
    failedCalls = [];
    if (kinds.length === 0) return;
    try {
      const zones = new Map<number, string>();
      const failures: Failure[] = [];
      for (const { call, on, count } of kinds) {
        const zone = zones.get(call.botId) ?? (await zoneOf(ports, call.botId));
        zones.set(call.botId, zone);
        failures.push({ ...call, day: zoneHourAt(zone, on).day, on, count });
      }
      await ports.usage.addFailures(failures, calls);
    } catch (error) {
      // Figures, not quota: they are not worth holding on to while the disk is full.
      ports.log.warn('failure-counts-not-written', {
        kinds: kinds.length,
        error: error instanceof Error ? error.name : 'unknown',
      });
    }
  }

  return {
    record(call: FailedCall): void {
      const on = ports.clock.now();
      const minute = Math.floor(on.getTime() / 60_000);
      const nameOf = (kind: FailedCall) => [minute, ...Object.values(kind)].join(' ');
      const { botId, status, fault, action, keyId, ledger, requestId } = call;
      if (requestId !== undefined && failedCalls.length < MAX_FAILED_CALLS)
        failedCalls.push({ botId, requestId, status, fault, on });
      let kind: FailedCall = { botId, status, fault, action, keyId, ledger };
      if (counted.size >= MAX_COUNTED_KINDS && !counted.has(nameOf(kind)))
        kind = { ...kind, action: '', keyId: '' };
      const name = nameOf(kind);
      const entry = counted.get(name);
      if (entry) entry.count += 1;
      else counted.set(name, { call: kind, on, count: 1 });
      timer ??= startUnrefTimer(() => void flush(), FLUSH_INTERVAL_MS);
    },
    flush,
  };
}

export type FailureCounter = ReturnType<typeof createFailureCounter>;
