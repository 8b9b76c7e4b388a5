import type { Ports as PortsBelow } from '#gateway/modules/jobs/ports/ports.ts';
import type { UsageBot, UsageKey } from '#gateway/modules/usage/model.ts';
import type { LedgerStore } from './ledger.ts';
import type { UsageStore } from './usage.ts';

/** The ports of `usage` and of what lies below. Modules above implement the last three. */
export interface Ports extends PortsBelow {
  ledger: LedgerStore;
  usage: UsageStore;
  /** Names of what used a quota. */
  keys: { list(): Promise<UsageKey[]> };
  bots: { all(): Promise<UsageBot[]> };
  units: { get(botId: number, id: number): Promise<{ title: string } | undefined> };
}
