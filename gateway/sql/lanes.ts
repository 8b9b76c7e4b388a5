import { isDatabaseBusy, isLockTimeout, isOfOneWrite } from '#gateway/core/errors.ts';
import type { Scope } from './database.ts';

/** How long a group of several bots waits for their scopes: many times what a group takes, and little to who shares it. */
const SHARED_WAIT_MS = 200;

export interface LaneWrite {
  scopes: readonly Scope[];
  reject: (error: unknown) => void;
}

interface LaneOptions<Write> {
  maxGroupSize: number;
  collectPending: (() => Promise<void>) | undefined;
  /** Settles all of the group, or rejects and has kept nothing of it. `maxWaitMs` is for a lock; the database's own if absent. */
  commit: (group: readonly Write[], maxWaitMs?: number) => Promise<void>;
  /** Of a group that the database refused: settles what it can, and names those to commit each alone. */
  onRefused: (group: readonly Write[], error: unknown) => readonly Write[];
}

interface Lane<Write> {
  /** None: writes of all scopes. */
  scopes: readonly string[];
  waiting: Write[];
  isDraining: boolean;
}

/**
 * Puts writes that arrive together into groups, one at a time. Where somebody holds a scope of a group for long, what is
 * of it and of the others goes on in lanes of their own, which the shared one does not wait for; a scope is back in the
 * shared lane once its own had a commit. SQLite has one lock for all, and so all of it in one lane.
 */
export function createLanes<Write extends LaneWrite>(options: LaneOptions<Write>): (write: Write) => void {
  const { maxGroupSize, collectPending, commit, onRefused } = options;
  const shared: Lane<Write> = { scopes: [], waiting: [], isDraining: false };
  const own = new Map<string, Lane<Write>>();

  /** The one that holds up the write, if any: all of its scopes are the write's too. */
  function ownLaneOf(scopes: readonly string[]): Lane<Write> | undefined {
    if (own.size === 0) return undefined;
    const exact = own.get(scopes.join());
    return exact ?? [...own.values()].find((lane) => lane.scopes.every((scope) => scopes.includes(scope)));
  }

  function start(lane: Lane<Write>): void {
    if (lane.isDraining || lane.waiting.length === 0) return;
    lane.isDraining = true;
    void drain(lane);
  }

  async function drain(lane: Lane<Write>): Promise<void> {
    while (lane.waiting.length > 0) {
      await collectPending?.();
      await commitIn(lane, lane.waiting.splice(0, maxGroupSize));
    }
    lane.isDraining = false;
  }

  async function commitIn(lane: Lane<Write>, group: readonly Write[]): Promise<void> {
    try {
      if (lane === shared) return await commit(group, SHARED_WAIT_MS);
      await commit(group);
      rejoin(lane);
    } catch (error) {
      if (!isDatabaseBusy(error)) for (const write of onRefused(group, error)) await commitIn(lane, [write]);
      else if (lane === shared && isLockTimeout(error)) split(group);
      else {
        // Who could not have the database now cannot have it alone, nor can who came after.
        const behind = lane === shared && isOfOneWrite(error) ? [] : lane.waiting.splice(0);
        for (const { reject } of [...group, ...behind]) reject(error);
      }
    }
  }

  /** Who holds which scope is not told: each gets a lane, and all but the held ones leave it with their first commit. */
  function split(group: readonly Write[]): void {
    for (const write of group) {
      const scopes = namesOf(write);
      let lane = ownLaneOf(scopes);
      if (!lane) {
        lane = { scopes, waiting: [], isDraining: false };
        own.set(scopes.join(), lane);
      }
      lane.waiting.push(write);
    }
    // Later writes stay behind earlier writes.
    for (const write of shared.waiting.splice(0)) (ownLaneOf(namesOf(write)) ?? shared).waiting.push(write);
    for (const lane of own.values()) start(lane);
  }

  function rejoin(lane: Lane<Write>): void {
    if (own.get(lane.scopes.join()) !== lane) return;
    own.delete(lane.scopes.join());
    shared.waiting.push(...lane.waiting.splice(0));
    start(shared);
  }

  return (write) => {
    const lane = ownLaneOf(namesOf(write)) ?? shared;
    lane.waiting.push(write);
    start(lane);
  };
}

const namesOf = ({ scopes }: LaneWrite): string[] =>
  [...new Set(scopes.map((scope) => (scope === 'global' ? scope : `${scope.bot}`)))].sort();
