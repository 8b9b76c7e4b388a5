import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BotRemoval } from '#gateway/modules/access/ports/bots.ts';
import type { Holdings } from '#gateway/modules/fleet/ports/processes.ts';
import type { JobIntervention } from '#gateway/modules/jobs/ports/job-queue.ts';
import type { GenerationKey } from '#gateway/modules/units/ports/passages.ts';
import type { Queries, Reads, SqlDatabase } from './database.ts';

type OnJobChanged = (trx: Queries, change: JobIntervention, now: number) => Promise<void>;

/**
 * What a module adds to the sql of modules below, which names no table of this one. Stores take the extensions of all
 * modules as one.
 */
export interface SqlExtension {
  /** How much each process holds, by its id. */
  holdings?: (db: Reads) => Promise<Holdings>;
  /** True where a column names a bot that is neither archived nor deleted. */
  isActiveBot?: (botId: Expression<number>) => RawBuilder<SqlBool>;
  /** What a person's change of a job means for the work of the module, in the same transaction. */
  onJobChanged?: Partial<Record<JobIntervention['job']['kind'], OnJobChanged>>;
  /** The same for a kind that is resumed for a bot. */
  onKindResumed?: Partial<
    Record<JobIntervention['job']['kind'], (trx: Queries, botId: number) => Promise<void>>
  >;
  /** Units outside the bin, by bot; a bot without units is absent. */
  countUnits?: (db: Reads, botIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** What goes with a bot, in the transaction that ends the bot. */
  countRemoval?: (trx: Queries, botId: number) => Promise<Partial<BotRemoval>>;
  /** Removes some rows of a removed bot in short transactions; false when none is left. */
  removeOfBot?: (
    db: Pick<SqlDatabase, 'read' | 'change'>,
    botId: number,
    now: number,
    extensions: SqlExtensions,
  ) => Promise<boolean>;
  /** True for a file that rows name. */
  namesFile?: (botId: Expression<number>, fileId: Expression<string>) => RawBuilder<SqlBool>;
  /** The blobs among these that rows name. */
  namedBlobs?: (db: Reads, blobs: readonly string[]) => Promise<readonly string[]>;
  /** Gives the units that a person owns in these bots to another person, or to nobody; how many. */
  handOverUnits?: (
    trx: Queries,
    owner: { from: string; to: string | null; bots: readonly number[] },
  ) => Promise<number>;
  /** Goes with a unit that is deleted for good, in the same transaction. */
  onUnitRemoved?: (trx: Queries, botId: number, unitId: number) => Promise<void>;
  /** The requests among these of which a run is kept. */
  keptRuns?: (db: Reads, botId: number, requestIds: readonly string[]) => Promise<readonly string[]>;
  /** Whether a bot has tests. */
  hasTests?: (db: Reads, botId: number) => Promise<boolean>;
  /** By bot, a number that grows with every change after which an answer may differ; 0 where absent. */
  knowledgeNumbers?: (db: Reads, botIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Removes at most `limit` large rows made of a retired generation, and after the last of them the small ones; how many. */
  removeDerived?: (trx: Queries, generation: GenerationKey, limit: number) => Promise<number>;
}

export type SqlExtensions = Required<SqlExtension>;

/** `extensions` are bottom first. What a bot has is removed from the top, since rows name rows of modules below. */
export function composeExtensions(extensions: readonly SqlExtension[]): SqlExtensions {
  return {
    async holdings(db) {
      const ofModules = await Promise.all(extensions.map(async ({ holdings }) => holdings?.(db)));
      return Object.assign({}, ...ofModules) as Holdings;
    },
    isActiveBot: (botId) =>
      sql`(${sql.join([sql`1 = 1`, ...extensions.flatMap(({ isActiveBot }) => isActiveBot?.(botId) ?? [])], sql` and `)})`,
    onJobChanged: Object.assign({}, ...extensions.map(({ onJobChanged }) => onJobChanged)),
    onKindResumed: Object.assign({}, ...extensions.map(({ onKindResumed }) => onKindResumed)),
    countUnits: async (db, botIds) =>
      new Map(await gather(extensions.map(({ countUnits }) => countUnits?.(db, botIds)))),
    async countRemoval(trx, botId) {
      const sums: Record<string, number> = {};
      for (const { countRemoval } of extensions)
        for (const [name, count] of Object.entries((await countRemoval?.(trx, botId)) ?? {}))
          sums[name] = (sums[name] ?? 0) + count;
      return sums;
    },
    async removeOfBot(...bot) {
      for (const { removeOfBot } of extensions.toReversed()) if (await removeOfBot?.(...bot)) return true;
      return false;
    },
    namesFile(botId, fileId) {
      const conditions = extensions.flatMap(({ namesFile }) => namesFile?.(botId, fileId) ?? []);
      return sql`(${sql.join([sql`1 = 0`, ...conditions], sql` or `)})`;
    },
    namedBlobs: async (db, blobs) =>
      blobs.length === 0 ? [] : gather(extensions.map(({ namedBlobs }) => namedBlobs?.(db, blobs))),
    async handOverUnits(...owner) {
      let units = 0;
      for (const { handOverUnits } of extensions) units += (await handOverUnits?.(...owner)) ?? 0;
      return units;
    },
    async onUnitRemoved(...unit) {
      for (const { onUnitRemoved } of extensions) await onUnitRemoved?.(...unit);
    },
    keptRuns: (...requests) => gather(extensions.map(({ keptRuns }) => keptRuns?.(...requests))),
    async hasTests(db, botId) {
      for (const { hasTests } of extensions) if (await hasTests?.(db, botId)) return true;
      return false;
    },
    async knowledgeNumbers(db, botIds) {
      const sums = new Map<number, number>();
      if (botIds.length === 0) return sums;
      for (const { knowledgeNumbers } of extensions)
        for (const [botId, number] of (await knowledgeNumbers?.(db, botIds)) ?? [])
          sums.set(botId, (sums.get(botId) ?? 0) + number);
      return sums;
    },
    async removeDerived(trx, generation, limit) {
      let removed = 0;
      for (const { removeDerived } of extensions)
        if (removed < limit) removed += (await removeDerived?.(trx, generation, limit - removed)) ?? 0;
      return removed;
    },
  };
}

/** What all modules have, bottom first. */
async function gather<Value>(parts: readonly (Promise<Iterable<Value>> | undefined)[]): Promise<Value[]> {
  return (await Promise.all(parts.map(async (part) => [...((await part) ?? [])]))).flat();
}
