import { before, DAY_MS } from '#gateway/core/clock.ts';
import { FORGET_ATTEMPTS_AFTER_MS, MAX_REMEMBERED_ADDRESSES } from '#gateway/core/login-attempts.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createOrphanStore } from '#gateway/sql/orphans.ts';
import type { Ports } from './ports/ports.ts';
import { sweepBots } from './services/remove-bot.ts';
import { isActiveBot, readBotVersions } from './sql/bot-rows.ts';
import { createBotStore } from './sql/bots.ts';
import { createIdempotencyStore, idempotencyExtension } from './sql/idempotency.ts';
import { createKeyStore, createRecentKeys } from './sql/keys.ts';
import { createLoginAttemptStore } from './sql/login-attempts.ts';
import { createPersonStore } from './sql/persons.ts';
import type { AccessTables } from './tables.ts';

const IDEMPOTENCY_RETENTION_MS = DAY_MS;

/** Bots, the keys to them, signing in, and calls that may be repeated. */
export const access = {
  name: 'access',
  tables: {
    bot: { key: ['id'], carriedOver: true },
    person: { key: ['id'], carriedOver: true },
    api_key: { key: ['id'], carriedOver: true },
    sign_in_code: { key: ['hash'], carriedOver: true },
    idempotency: { key: ['scope', 'key'], carriedOver: true },
    login_attempt: { key: ['network'], carriedOver: true },
    secret_fingerprint: { key: ['name'], carriedOver: true },
  },
  store({ db, clock, extensions }) {
    const recentKeys = createRecentKeys(db, clock);
    return {
      bots: createBotStore(db, clock, extensions, recentKeys),
      keys: createKeyStore(db, recentKeys),
      persons: createPersonStore(db, extensions, recentKeys),
      loginAttempts: createLoginAttemptStore(db, clock),
      idempotency: createIdempotencyStore(db),
      orphans: createOrphanStore(db),
    };
  },
  extension: { ...idempotencyExtension, isActiveBot, knowledgeNumbers: readBotVersions },
  chores: {
    bots: (ports: Parameters<typeof sweepBots>[0]) => () => sweepBots(ports),
    expired:
      ({ idempotency }: Pick<Ports, 'idempotency'>) =>
      async (now) => ({ count: await idempotency.deleteBefore(before(now, IDEMPOTENCY_RETENTION_MS)) }),
    attempts:
      ({ loginAttempts }: Pick<Ports, 'loginAttempts'>) =>
      async () => ({ count: await loginAttempts.sweep(FORGET_ATTEMPTS_AFTER_MS, MAX_REMEMBERED_ADDRESSES) }),
  },
  async nameJobs({ bots }: Pick<Ports, 'bots'>, jobs) {
    const named = jobs.map(async (job) => [job, { bot: (await bots.getCached(job.botId))?.name }] as const);
    return new Map(await Promise.all(named));
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<AccessTables>;
