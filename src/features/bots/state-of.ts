import type { Bot } from '#contract/bots.ts';

export type BotState = 'active' | 'archived' | 'binned';

export function stateOf({ deletedOn, archivedOn }: Bot): BotState {
  return deletedOn !== null ? 'binned' : archivedOn !== null ? 'archived' : 'active';
}
