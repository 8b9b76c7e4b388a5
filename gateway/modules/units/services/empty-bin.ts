import { BIN_RETENTION_MS } from '#contract/limits.ts';
import type { Chore } from '#gateway/core/chore.ts';
import { before } from '#gateway/core/clock.ts';
import {
  GATEWAY_ACTOR,
  recordAuditEvent,
  UNCHANGED,
} from '#gateway/modules/audit/services/record-audit-event.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { removalFields, unitSubject } from './audit-units.ts';

type BinPorts = Pick<Ports, 'units' | 'audit' | 'clock' | 'log'>;

const UNITS_PER_BATCH = 5;

/** Removes units whose time in the bin is over. */
export function createBinSweep(ports: BinPorts): Chore {
  return async (now) => {
    const units = await ports.units.binnedBefore(before(now, BIN_RETENTION_MS), UNITS_PER_BATCH);
    for (const { botId, id } of units) await removeFromBin(ports, botId, id);
    return { count: units.length, isMore: units.length === UNITS_PER_BATCH };
  };
}

async function removeFromBin(ports: BinPorts, botId: number, id: number): Promise<void> {
  const subject = { kind: 'unit', id: String(id) } as const;
  const event = { botId, actor: GATEWAY_ACTOR, action: 'emptyBin', subject };
  await recordAuditEvent(ports, event, async (addChange) => {
    const removed = await ports.units.remove(botId, id, { onlyFromBin: true });
    // Another process may have removed the unit first, or somebody restored the unit.
    if (!removed) return addChange({ subject: { ...subject, name: '' }, ...UNCHANGED });
    const { unit, passages, sources, blobs } = removed;
    const removal = { unit, keptUntil: null, passages, sources, files: blobs.length };
    addChange({ subject: unitSubject(unit), ...removalFields(removal) });
  });
}
