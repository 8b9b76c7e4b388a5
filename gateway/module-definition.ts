import type { ByteBudget } from './core/byte-budget.ts';
import type { FailedCall, RefusedCall } from './core/call-outcomes.ts';
import type { Chore } from './core/chore.ts';
import type { Clock } from './core/clock.ts';
import type { GaugeReader } from './core/gauges.ts';
import type { JobKey, JobNames } from './modules/jobs/model.ts';
import type { SqlDatabase } from './sql/database.ts';
import type { SqlExtension, SqlExtensions } from './sql/extensions.ts';

/**
 * What composers read of a module. It is a plain object that `satisfies` this type: what is missing does not compile, and
 * what is there keeps its own type. Functions take the ports that they need, of the module and of those below; a composer
 * names the ports that it has as `Given`.
 */
export interface ModuleDefinition<OwnTables = object, Given = never> {
  readonly name: string;
  /** Tables of the module, in the order of carrying over: a table follows the tables that its rows name. */
  readonly tables: TableDefinitions<OwnTables>;
  /** Ports that keep rows. */
  store?(context: StoreContext): object;
  /** Additions to the sql of modules below. */
  readonly extension?: SqlExtension;
  /** Frees what ended or dead processes hold, by kind; returns how many. */
  readonly held?: Readonly<Record<string, (ports: Given) => Promise<number>>>;
  /** Recurring work that tidies up, by what it counts. Made once a process. */
  readonly chores?: Readonly<Record<string, (ports: Given) => Chore>>;
  /** Figures of the module, read when metrics are scraped. */
  readonly gauges?: readonly GaugeReader<Given>[];
  /** Names of jobs that are about something of the module; of other jobs nothing. */
  nameJobs?(ports: Given, jobs: readonly JobKey[]): Promise<ReadonlyMap<JobKey, JobNames>>;
  /** The part that answers calls. The indexer does not load it. */
  readonly serving?: () => Promise<{ serving: ServingDefinition }>;
}

/** What answers the calls of a module. Functions are given the services of the module and of those below. */
export interface ServingDefinition<Given = never, Services = never> {
  /** Live parts, one of each a process. `closing` ends what they wait for. */
  readonly services?: Readonly<
    Record<string, (ports: Given, services: Services, closing: AbortSignal | undefined) => object>
  >;
  /** Operations of the module. */
  handlers?(services: Services, ports: Given): object;
  /** Part of the answer of `GET /api/Capabilities`. */
  capabilities?(ports: Given, botId: number): Promise<object>;
  /** Ports for one call: their reports carry the request id. */
  portsOfCall?(ports: Given, requestId: string): object;
  /** Works in the background until aborted. */
  work?(services: Services, signal: AbortSignal): Promise<void>;
  /** Hears of each call that was refused or failed, once its bot is known. */
  onRefused?(services: Services, call: RefusedCall): void;
  onFailed?(services: Services, call: FailedCall): void;
  /** Hears of each bot that was changed, and whose keys were. */
  onBotChanged?(services: Services, botId: number): void;
}

/** What stores are made of. */
export interface StoreContext {
  db: SqlDatabase;
  clock: Clock;
  memory: ByteBudget;
  /** Marks rows that this process holds; without an id they are freed by age alone. */
  process: { id: string | null; name: string; version: string };
  extensions: SqlExtensions;
}

/** Every table of a module; one that is missing, or a column that it lacks, does not compile. */
export type TableDefinitions<OwnTables> = {
  readonly [Name in keyof OwnTables]: TableDefinition<OwnTables[Name]>;
};

type TableDefinition<Row> = {
  /** Its primary key. */
  readonly key: readonly (keyof Row & string)[];
  /** Whether `fihrist migrate` copies the rows; false for rows about one database, its processes and its blob store. */
  readonly carriedOver: boolean;
  /** Rows of up to some megabytes. */
  readonly hasLargeRows?: true;
} & ('bot_id' extends keyof Row
  ? {
      /** What becomes of the rows of a removed bot. */
      readonly ofBot: 'removed' | 'kept';
    }
  : { readonly ofBot?: never });

/** All members of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
