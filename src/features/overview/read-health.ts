import type { Capabilities } from '#contract/capabilities.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import type { KnowledgeSummary } from '#contract/unit-states.ts';
import type { Connection } from '#src/api/connection.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import { statusOf } from '#src/api/status-of.ts';

export type Health =
  | {
      kind: 'counts';
      total: number;
      units: KnowledgeSummary['units'];
      failures: KnowledgeSummary['failures'];
    }
  /** The gateway lists units, but the meaning of their status numbers is not known. */
  | { kind: 'total'; total: number }
  | { kind: 'nothing' };

const LAST_FAILURES = 5;

/** How the knowledge stands, from the summary where there is one, else counted through the list. */
export async function readHealth(
  gateway: GatewayClient,
  connection: Connection,
  capabilities: Capabilities | null | undefined,
): Promise<Health> {
  const summary = await gateway.summary();
  if (summary !== null) {
    const { units, failures } = summary;
    const total = units.ready + units.failed + units.indexing + units.waiting;
    return { kind: 'counts', total, units, failures: failures.slice(0, LAST_FAILURES) };
  }
  const all = await gateway.listUnits({ offset: 0, limit: 100, sort: '-modifiedOn' });
  if (all === null) return { kind: 'nothing' };
  const words = all.items.map((unit) => ({
    unit,
    word: statusOf(unit.sourceStatus, capabilities, connection),
  }));
  if (all.total > all.items.length || words.some(({ word }) => typeof word === 'number')) {
    return { kind: 'total', total: all.total };
  }
  const units = { waiting: 0, indexing: 0, ready: 0, failed: 0 };
  for (const name of STATUS_WORDS) units[name] = words.filter(({ word }) => word === name).length;
  const failures = words
    .filter(({ word }) => word === 'failed')
    .slice(0, LAST_FAILURES)
    .map(({ unit }) => ({ id: unit.id, title: unit.title, on: unit.modifiedOn, reason: null }));
  return { kind: 'counts', total: all.total, units, failures };
}
