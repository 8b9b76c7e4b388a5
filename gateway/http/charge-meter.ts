import type { ChargeAmount } from '#contract/headers.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault, isDatabaseBusy, isDatabaseOut } from '#gateway/core/errors.ts';
import { repeatLater } from '#gateway/core/repeat-later.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';
import type { QuotaShortage, Reservation, Settlement } from '#gateway/modules/usage/ports/ledger.ts';
import { findShortage, quotaExceededFault } from '#gateway/modules/usage/services/quota-exceeded.ts';
import type { Ports } from '#gateway/ports.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** How a call's cost came about: by estimate unless a model server reported it, and mostly from one unit or none. */
export type CostBasis = Partial<Pick<Settlement, 'estimated' | 'unitId'>>;

/** Quota reserved for a call, until it is settled. */
export interface Charge {
  /** The greatest possible cost, which is reserved. */
  readonly maxAmount: number;
  /** Records what it has cost so far: settled at the end if nothing else was. */
  recordCost(amount: number, basis?: CostBasis): void;
  /** What it cost, at most `maxAmount`; only the first settlement counts. */
  settle(amount: number, basis?: CostBasis): Promise<void>;
}

interface MeteredCall {
  botId: number;
  key: Pick<StoredKey, 'id' | 'name' | 'family' | 'caps'>;
  ledger: LedgerKind;
  requestId: string;
  action: string;
  /** Aborted when the client has left, which frees its slot whatever the work still takes. */
  signal: AbortSignal;
}

/** Slot, reservation and settlement of one call: `begin` opens it, `finish` ends it whatever happened in between. */
export function createChargeMeter(
  ports: Pick<Ports, 'clock' | 'keys' | 'ledger' | 'log'>,
  limiter: ConcurrencyLimiter,
  { botId, key, ledger, requestId, action, signal }: MeteredCall,
) {
  let release = (): void => {};
  let reserved = 0;
  let noted: Settlement = { amount: 0, estimated: false };
  let spent: ChargeAmount = { amount: 0, estimated: false };

  const cap = key.caps[ledger] ?? null;
  const settlementOf = (amount: number, { estimated = true, unitId = null }: CostBasis = {}): Settlement => ({
    amount: Math.max(0, Math.min(amount, reserved)),
    estimated,
    unitId,
  });
  const recordSpent = ({ amount, estimated }: Settlement): void => {
    spent = { amount, estimated: amount > 0 && estimated };
  };
  let settled: Promise<void> | undefined;
  const charge: Charge = {
    get maxAmount() {
      return reserved;
    },
    recordCost(amount, basis) {
      noted = settlementOf(amount, basis);
    },
    settle(amount, basis) {
      // A call without a reservation needs no settlement.
      if (reserved === 0) return Promise.resolve();
      if (settled) return settled;
      const settlement = settlementOf(amount, basis);
      recordSpent(settlement);
      return (settled = settleOrFollowUp(settlement));
    },
  };

  const followUp = (work: () => Promise<void>) =>
    void repeatLater(work, (failure) => ports.log.error('charge-not-settled', describeErrorForLog(failure)));

  /** The reservation may hold all the same, where only the answer of the database was lost. */
  function freeAfterFailure(error: unknown): never {
    if (isDatabaseBusy(error))
      followUp(() => ports.ledger.settle(botId, requestId, { amount: 0, estimated: false }));
    throw error;
  }

  /** What it cost stays owed: where the database is not there or full, the call fails and is settled as soon as it is. */
  async function settleOrFollowUp(settlement: Settlement): Promise<void> {
    const settle = () => ports.ledger.settle(botId, requestId, settlement);
    try {
      await settle();
    } catch (error) {
      if (isDatabaseOut(error)) followUp(settle);
      throw error;
    }
  }

  const wantedOf = (amount: number): Reservation => ({
    botId,
    ledger,
    requestId,
    keyId: key.family,
    action,
    amount,
    cap,
    on: ports.clock.now(),
  });

  let entered = false;
  /** As read when the call entered, for the first look at what is left. */
  let state: LedgerState | undefined;
  async function enter(): Promise<void> {
    if (entered) return;
    state = await ports.ledger.state(botId, ledger);
    if (!state) throw new GatewayFault('no-ledger', { ledger });
    release = limiter.acquire(botId, key.family);
    entered = true;
    signal.addEventListener('abort', release, { once: true });
  }

  return {
    enter,
    hasReserved: () => reserved > 0,
    async requireLeft(needed: number): Promise<void> {
      await enter();
      const current = state ?? (await ports.ledger.state(botId, ledger));
      state = undefined;
      const of = { botId, ledger, keyId: key.family, cap, amount: needed };
      const shortage = current ? await findShortage(ports, of, current) : null;
      if (shortage) throw quotaExceededFault(shortage, { ledger, needed, key });
    },
    async begin(most: number): Promise<Charge> {
      await enter();
      const amount = most - reserved;
      if (amount <= 0) return charge;
      // A call of a key that was paused meanwhile goes on with what it reserved, and gets no more.
      if (reserved > 0 && (await ports.keys.byId(key.id))?.pausedOn)
        throw new GatewayFault('key-paused', { name: key.name });
      const wanted = wantedOf(amount);
      const outcome = await (reserved === 0
        ? ports.ledger.reserve(wanted).catch(freeAfterFailure)
        : ports.ledger.reserveMore(wanted));
      if (!outcome.reserved)
        throw quotaExceededFault(withoutOwn(outcome.shortage, reserved), { ledger, needed: most, key });
      reserved = most;
      return charge;
    },
    /** Reserves `most` and settles `amount`, in one commit where nothing is reserved yet. */
    async spend(most: number, amount: number, basis?: CostBasis): Promise<void> {
      if (reserved > 0 || most <= 0 || !ports.ledger.spend) {
        await this.begin(most);
        return charge.settle(amount, basis);
      }
      await enter();
      // From here on nothing else settles the call, also where it is not told whether this was committed.
      reserved = most;
      settled = Promise.resolve();
      const settlement = settlementOf(amount, basis);
      const outcome = await ports.ledger.spend(wantedOf(most), settlement);
      if (outcome.reserved) return recordSpent(settlement);
      reserved = 0;
      settled = undefined;
      throw quotaExceededFault(outcome.shortage, { ledger, needed: most, key });
    },
    /** Settles what is still open at the amount noted last, else 0. Returns what the call cost. */
    async finish(): Promise<ChargeAmount> {
      try {
        await charge.settle(noted.amount, noted);
        return spent;
      } finally {
        signal.removeEventListener('abort', release);
        release();
      }
    },
  };
}

/** The shortage without the call's own reservation: only the reservations of other calls block the call. */
function withoutOwn(shortage: QuotaShortage | null, own: number): QuotaShortage | null {
  return shortage && { ...shortage, reserved: shortage.reserved - own };
}

export type ChargeMeter = ReturnType<typeof createChargeMeter>;
