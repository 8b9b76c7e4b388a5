import { zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import type { Clock } from '#gateway/core/clock.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { LedgerStore, Reservation, ReserveResult } from '#gateway/modules/usage/ports/ledger.ts';
import type {
  GroupedReservation,
  GroupedSettlement,
  LedgerGroups,
  Undecided,
} from '#gateway/modules/usage/ports/ledger-groups.ts';
import { createLanes, type LaneWrite } from '#gateway/sql/lanes.ts';
import { notOpen } from './ledger-rows.ts';

/** Requests of a group, at most: some milliseconds of the locks of their bots. */
const MAX_GROUP_SIZE = 128;

type Writes = Pick<LedgerStore, 'reserve' | 'reserveMore' | 'settle'>;

interface Waiting<Request, Outcome> extends LaneWrite {
  request: Request;
  /** The same write as single statements. */
  alone: () => Promise<Outcome>;
  resolve: (outcome: Outcome | Promise<Outcome>) => void;
}

type WaitingWrite =
  | ({ kind: 'reservation' } & Waiting<GroupedReservation, ReserveResult>)
  | ({ kind: 'settlement' } & Waiting<GroupedSettlement, void>);

interface QueueOptions {
  groups: LedgerGroups;
  collectPending: (() => Promise<void>) | undefined;
  clock: Clock;
  processId: string | null;
  /** The same writes as single statements, for a group with a failed write. */
  oneByOne: Writes;
  /** Begins the period of a ledger that it is time for, if the written one has ended. */
  turnPeriod: (botId: number, ledger: LedgerKind, now: Date) => Promise<void>;
}

/**
 * Writes that arrive together go to the database as one group, one group at a time (bots whose scope is held aside): with
 * two or four under way at once no more calls were served. Those of one call go one after the other.
 */
export function createLedgerQueue({
  groups,
  collectPending,
  clock,
  processId,
  oneByOne,
  turnPeriod,
}: QueueOptions): Writes {
  /** The zones that bots' days are of, as groups told. */
  const zones = new Map<number, Set<string>>();
  const inTurn = createTurns();

  const add = createLanes<WaitingWrite>({
    maxGroupSize: MAX_GROUP_SIZE,
    collectPending,
    commit,
    // A failed write must not fail the rest of its group.
    onRefused(group) {
      for (const write of group) decideAlone(write);
      return [];
    },
  });

  /**
   * A rejection means that nothing was stored, or, after a lost connection, all: such reservations are freed by age.
   */
  async function commit(group: readonly WaitingWrite[], maxWaitMs?: number): Promise<void> {
    const reservations = group.filter((write) => write.kind === 'reservation');
    const settlements = group.filter((write) => write.kind === 'settlement');
    const now = clock.now();
    const outcome = await groups.commit(
      {
        reservations: reservations.map(({ request }) => request),
        settlements: settlements.map(({ request }) => request),
        now,
        owner: processId,
        hours: hoursOf(settlements, now),
      },
      maxWaitMs,
    );
    for (const [index, write] of settlements.entries()) {
      const settled = outcome.settlements[index];
      if (settled === 'done') write.resolve();
      else if (settled) void askAgain(write, settled);
      else decideAlone(write);
    }
    for (const [index, write] of reservations.entries()) {
      const reserved = outcome.reservations[index];
      if (!reserved) decideAlone(write);
      else if (reserved === 'not-open') write.reject(notOpen(write.request.requestId));
      else if ('undecided' in reserved) void askAgain(write, reserved);
      else write.resolve(reserved);
    }
  }

  /** Asks again, in a later group, what a period that ended or an unknown zone kept from being decided. */
  async function askAgain(write: WaitingWrite, { ledger, hasEnded, zone }: Undecided): Promise<void> {
    const { botId } = write.request;
    if (zone !== undefined) zones.set(botId, (zones.get(botId) ?? new Set()).add(zone));
    try {
      if (hasEnded)
        await turnPeriod(botId, ledger, write.kind === 'settlement' ? clock.now() : write.request.on);
      add(write);
    } catch (error) {
      write.reject(error);
    }
  }

  function hoursOf(settlements: readonly { request: GroupedSettlement }[], now: Date) {
    const zonesOfBots = settlements.flatMap(({ request }) => [...(zones.get(request.botId) ?? ['UTC'])]);
    return new Map(zonesOfBots.map((zone) => [zone, zoneHourAt(zone, now)]));
  }

  const reserve = (wanted: Reservation, more: boolean): Promise<ReserveResult> =>
    inTurn(wanted, () => {
      const { promise, resolve, reject } = Promise.withResolvers<ReserveResult>();
      const alone = () => (more ? oneByOne.reserveMore(wanted) : oneByOne.reserve(wanted));
      const scopes = [{ bot: wanted.botId }];
      add({ kind: 'reservation', scopes, request: { ...wanted, more }, alone, resolve, reject });
      return promise;
    });

  return {
    reserve: (wanted) => reserve(wanted, false),
    reserveMore: (wanted) => reserve(wanted, true),
    settle: (botId, requestId, settlement) =>
      inTurn({ botId, requestId }, () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const alone = () => oneByOne.settle(botId, requestId, settlement);
        const request = { ...settlement, botId, requestId };
        add({ kind: 'settlement', scopes: [{ bot: botId }], request, alone, resolve, reject });
        return promise;
      }),
  };
}

function decideAlone(write: WaitingWrite): void {
  if (write.kind === 'reservation') write.resolve(write.alone());
  else write.resolve(write.alone());
}

/** Serialises the writes of one call: each write waits for the write before it, failed or not. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <Value>(
    { botId, requestId }: { botId: number; requestId: string },
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const call = `${botId} ${requestId}`;
    const earlier = last.get(call);
    const result = earlier ? earlier.then(work, work) : work();
    last.set(call, result);
    const end = () => {
      if (last.get(call) === result) last.delete(call);
    };
    result.then(end, end);
    return result;
  };
}
