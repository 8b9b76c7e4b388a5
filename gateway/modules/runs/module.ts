import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { createRunStore, keptAmong, removeTextsOfUnit } from './sql/runs.ts';
import type { RunsTables } from './tables.ts';

const RETENTION_DAYS = 90;
/** Texts stay longer than the last run that can name them. */
const MORE_DAYS_OF_TEXTS = 31;
/** Rows in one transaction, which holds the lock for some milliseconds. */
const ROWS_PER_BATCH = 500;

/** Runs: questions with their answers and passages, kept as they were. */
export const runs = {
  name: 'runs',
  tables: {
    run: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    run_verdict: { key: ['bot_id', 'run_id', 'family'], ofBot: 'removed', carriedOver: true },
    run_text: { key: ['bot_id', 'unit_id', 'hash'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db }) => ({ runs: createRunStore(db) }),
  extension: { onUnitRemoved: removeTextsOfUnit, keptRuns: keptAmong },
  chores: {
    runs:
      ({ runs: store, bots }: Pick<Ports, 'runs' | 'bots'>) =>
      async (now) => {
        const counts: number[] = [];
        let longestDays = RETENTION_DAYS;
        for (const { id, settings } of await bots.all()) {
          const { keptDays } = settings;
          longestDays = Math.max(longestDays, keptDays);
          for (const [origin, days] of [
            ['program', keptDays] as const,
            ['dashboard', RETENTION_DAYS] as const,
          ])
            counts.push(await store.expire(id, origin, before(now, days * DAY_MS), ROWS_PER_BATCH));
        }
        const lastUse = before(now, (longestDays + MORE_DAYS_OF_TEXTS) * DAY_MS);
        counts.push(await store.expireTexts(lastUse, ROWS_PER_BATCH));
        const count = counts.reduce((total, rows) => total + rows, 0);
        return { count, isMore: counts.includes(ROWS_PER_BATCH) };
      },
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<RunsTables>;
