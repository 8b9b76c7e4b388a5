import { CompiledQuery, type Kysely } from 'kysely';
import { isLockTimeout } from '#gateway/core/errors.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { QuotaShortage } from '#gateway/modules/usage/ports/ledger.ts';
import type {
  LedgerGroup,
  LedgerGroupOutcome,
  LedgerGroups,
} from '#gateway/modules/usage/ports/ledger-groups.ts';
import { botScopes } from '#gateway/sql/database.ts';
import { toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { ScopeBusyError } from './errors.ts';
import { RESERVE, SETTLE } from './ledger-functions.ts';
import { noteWait } from './note-wait.ts';
import { lockCalls, locksOf } from './scope-locks.ts';
import type { WriterSlots } from './writer-slots.ts';

/** Place from 1 on, why nothing is held, and the figures of that. */
type Refusal =
  | [place: number, why: 'ended' | 'none' | 'not-open']
  | [place: number, why: 'bot' | 'key', used: number, reserved: number, total: number, endsOn: number | null];

type Postponed = [place: number, ledger: LedgerKind, zone: string, hasEnded: boolean];

interface Row {
  settled: Postponed[] | null;
  refused: Refusal[] | null;
}

/**
 * A group as one statement that commits by itself. Its target list is evaluated from left to right: the locks of the bots'
 * scopes first, in the order of all writes, and before them how long to wait for each.
 */
export function createLedgerGroups(
  db: Kysely<Tables>,
  busyTimeoutMs: number,
  slots: WriterSlots,
): LedgerGroups {
  return {
    async commit(group, maxWaitMs = busyTimeoutMs) {
      const { reservations, settlements } = group;
      const scopes = botScopes([...reservations, ...settlements]);
      const locks = lockCalls(locksOf(scopes));
      const values: unknown[] = [];
      const call = (name: string, as: string, given: readonly unknown[]) => {
        const places = given.map((value) => `$${values.push(value)}`);
        return `${name}(${places.join(', ')}) as ${as}`;
      };
      const calls = [
        ...(settlements.length > 0 ? [call(SETTLE, 'settled', settleValues(group))] : []),
        ...(reservations.length > 0 ? [call(RESERVE, 'refused', reserveValues(group))] : []),
      ];
      const send = async (waitMs: number) => {
        const wait = `set_config('lock_timeout', '${waitMs}', true)`;
        const text = `select ${[wait, ...locks, ...calls].join(', ')}`;
        try {
          return await db.executeQuery<Row>(CompiledQuery.raw(text, values));
        } catch (error) {
          throw isLockTimeout(error) ? new ScopeBusyError(error) : error;
        }
      };
      const { rows } = await noteWait(scopes, () => slots.use(Math.min(maxWaitMs, busyTimeoutMs), send));
      const [row] = rows;
      if (!row) throw new Error('the server gave no answer to a group');
      const { settled, refused } = row;
      const postponed = new Map((settled ?? []).map((entry) => [entry[0], entry]));
      const refusals = new Map((refused ?? []).map((entry) => [entry[0], entry]));
      return {
        settlements: settlements.map((_, index) => {
          const postponement = postponed.get(index + 1);
          return postponement
            ? { undecided: true, ledger: postponement[1], zone: postponement[2], hasEnded: postponement[3] }
            : 'done';
        }),
        reservations: reservations.map(({ ledger }, index) => outcomeOf(ledger, refusals.get(index + 1))),
      };
    },
  };
}

function settleValues({ settlements, now, hours }: LedgerGroup): unknown[] {
  const requests = settlements.map(({ botId, requestId, amount, estimated, unitId = null }, index) => ({
    n: index + 1,
    bot: botId,
    request: requestId,
    amount: Math.max(0, amount),
    estimated: estimated ? 1 : 0,
    unit: unitId,
  }));
  const clocks = Array.from(hours, ([zone, { day, hour }]) => [zone, [day, hour]]);
  return [JSON.stringify(requests), now.getTime(), JSON.stringify(Object.fromEntries(clocks))];
}

function reserveValues({ reservations, owner }: LedgerGroup): unknown[] {
  const ledgers = createNumbering();
  const keys = createNumbering();
  const requests = reservations.map(
    ({ botId, ledger, requestId, keyId, action, amount, cap = null, on, more }, index) => {
      const l = ledgers.numberOf({ bot: botId, ledger });
      const k = keys.numberOf({ l, bot: botId, ledger, key: keyId });
      const call = { n: index + 1, l, k, bot: botId, ledger, request: requestId, key: keyId, action };
      return { ...call, amount, cap, at: on.getTime(), more };
    },
  );
  return [ledgers.print(), keys.print(), JSON.stringify(requests), owner];
}

/** Numbers what is alike, from 1 on. */
function createNumbering() {
  const numbers = new Map<string, number>();
  const rows: object[] = [];
  return {
    numberOf(row: object): number {
      const name = JSON.stringify(row);
      let number = numbers.get(name);
      if (number === undefined) {
        number = rows.length + 1;
        numbers.set(name, number);
        rows.push({ n: number, ...row });
      }
      return number;
    },
    print: () => JSON.stringify(rows),
  };
}

function outcomeOf(
  ledger: LedgerKind,
  refusal: Refusal | undefined,
): LedgerGroupOutcome['reservations'][number] {
  if (!refusal) return { reserved: true };
  switch (refusal[1]) {
    case 'ended':
      return { undecided: true, ledger, hasEnded: true };
    case 'not-open':
      return 'not-open';
    case 'none':
      return { reserved: false, shortage: null };
    default: {
      const [, of, used, reserved, total, endsOn] = refusal;
      const shortage: QuotaShortage = { of, used, reserved, total, resetsOn: toDate(endsOn) };
      return { reserved: false, shortage };
    }
  }
}
