import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { createRunStore, keptAmong, removeTextsOfUnit } from './sql/runs.ts';
import type { RunsTables } from './tables.ts';

const RETENTION_MS = 90 * DAY_MS;
/** A month longer than the last run that can name a text. */
const TEXT_RETENTION_MS = RETENTION_MS + 31 * DAY_MS;
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
        let ofPrograms = 0;
        for (const { id, settings } of await bots.all()) {
          const last = before(now, settings.keptDays * DAY_MS);
          ofPrograms = Math.max(ofPrograms, await store.expireOfPrograms(id, last, ROWS_PER_BATCH));
        }
        const old = await store.expire(before(now, RETENTION_MS), ROWS_PER_BATCH);
        const texts = await store.expireTexts(before(now, TEXT_RETENTION_MS), ROWS_PER_BATCH);
        const counts = [ofPrograms, old, texts];
        return { count: ofPrograms + old + texts, isMore: counts.includes(ROWS_PER_BATCH) };
      },
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<RunsTables>;
