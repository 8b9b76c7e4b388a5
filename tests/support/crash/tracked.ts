/**
 * Things that one writer changes again and again while the gateway is killed. Of each is known how it must read now; after
 * a change that got no answer it may read as before or as after it, and as nothing else.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FleetCall, Outcome } from '../fleet/fleet-client.ts';
import type { Random } from '../fleet/random.ts';

/** What the API says of a thing, without times and tags of versions; null: it is not there. */
export type State = Record<string, unknown> | null;

export interface Thing {
  kind: Kind;
  /** Unique part of the thing's name. */
  tag: string;
  state: State;
  /** Of the newest reading or answer. */
  id?: string | number;
  /** Facts that only answers to changes name, such as the secret of a key. */
  facts: Record<string, string>;
}

export interface Change {
  action: string;
  request: FleetCall;
  next: State;
  /** Looks at the answer. */
  learn?: (body: unknown) => void;
}

export interface Kind {
  name: string;
  /** How many there may be; 1 of what exists without being created. */
  max: number;
  /** Null: it is there from the start. Resolves to null where what it needs got no answer. */
  create: ((thing: Thing) => Promise<Change | null>) | null;
  /** Changes possible in the current state. */
  changes(thing: Thing, random: Random, turn: number): (() => Promise<Change | null> | Change)[];
  /** Throws where the gateway does not answer. Sets the id. */
  read(thing: Thing): Promise<State>;
  /** Things are read before each change, so that work which a change has queued is done. */
  isReadFirst?: true;
}

export type Call = (request: FleetCall) => Promise<Outcome>;

export interface Tracker {
  things: Thing[];
  /** Acknowledged changes by action. */
  acknowledged: Map<string, number>;
  unanswered: number;
  violations: string[];
  /** Makes one change of a new or existing thing. */
  step(kind: Kind, worker: number, turn: number, random: Random): Promise<void>;
  /** Reads everything once more; adds what is wrong to `violations`. */
  checkAll(): Promise<void>;
}

const print = (state: State): string => JSON.stringify(state);
/** How long the gateway may be away. */
const READ_TIMEOUT_MS = 240_000;

export function createTracker(call: Call): Tracker {
  const things: Thing[] = [];
  const acknowledged = new Map<string, number>();
  const violations: string[] = [];
  const tracker: Tracker = { things, acknowledged, unanswered: 0, violations, step, checkAll };

  async function step(kind: Kind, worker: number, turn: number, random: Random): Promise<void> {
    const own = things.filter((thing) => thing.kind === kind && thing.facts['worker'] === String(worker));
    const living = own.filter(({ state }) => state !== null);
    const creates =
      kind.create !== null && own.length < kind.max && (living.length === 0 || random.below(3) === 0);
    if (!creates) {
      const thing = kind.create === null ? (own[0] ?? (await meet(kind, worker))) : random.pick(living);
      if (!thing) return;
      if (kind.isReadFirst) check(thing, await kind.read(thing));
      const options = kind.changes(thing, random, turn);
      const change = options.length > 0 ? await random.pick(options)() : null;
      if (change) await apply(thing, change);
      return;
    }
    const thing: Thing = {
      kind,
      // Padded, so that no tag is a prefix of another tag.
      tag: `${kind.name}${worker}x${String(turn).padStart(6, '0')}`,
      state: null,
      facts: { worker: String(worker) },
    };
    const change = await kind.create?.(thing);
    if (!change) return;
    things.push(thing);
    await apply(thing, change);
  }

  async function meet(kind: Kind, worker: number): Promise<Thing> {
    const thing: Thing = { kind, tag: kind.name, state: null, facts: { worker: String(worker) } };
    thing.state = await readLate(thing);
    things.push(thing);
    return thing;
  }

  async function apply(thing: Thing, { action, request, next, learn }: Change): Promise<void> {
    const outcome = await call(request);
    if (outcome.kind === 'done') {
      acknowledged.set(action, (acknowledged.get(action) ?? 0) + 1);
      thing.state = next;
      learn?.(outcome.body);
      return;
    }
    if (outcome.kind === 'refused')
      report(`${action} of ${thing.tag} refused: ${outcome.status} ${outcome.fault}`);
    else tracker.unanswered++;
    const state = await readLate(thing);
    if (print(state) !== print(thing.state) && print(state) !== print(next))
      report(
        `${thing.tag} after ${action} without an answer: ${print(state)}, neither ${print(thing.state)} nor ${print(next)}`,
      );
    // A secret that only the lost answer named is known to nobody.
    if (learn && print(state) === print(next)) delete thing.facts['secret'];
    thing.state = state;
  }

  async function checkAll(): Promise<void> {
    for (const thing of things) check(thing, await readLate(thing));
  }

  function check(thing: Thing, state: State): void {
    if (print(state) !== print(thing.state))
      report(`${thing.tag} reads ${print(state)}, not ${print(thing.state)}`);
    thing.state = state;
  }

  /** At once, since a run may take an hour. */
  function report(violation: string): void {
    violations.push(violation);
    console.error(violation);
  }

  /** As soon as the gateway is there again. */
  async function readLate(thing: Thing): Promise<State> {
    for (const until = Date.now() + READ_TIMEOUT_MS; ; ) {
      try {
        return await thing.kind.read(thing);
      } catch (error) {
        if (Date.now() > until) throw error;
        await pause(100);
      }
    }
  }

  return tracker;
}
