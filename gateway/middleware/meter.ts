import type { ChargeFigure } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { LedgerKind, StoredKey } from '#gateway/model.ts';
import type { Ports, Settlement } from '#gateway/ports.ts';
import type { Gate } from './gate.ts';
import { describeShortage } from '#gateway/services/usage/shortage.ts';

/** How a call's cost came about: by estimate unless a model server reported it, and mostly from one unit or none. */
type Grounds = Partial<Pick<Settlement, 'estimated' | 'unitId'>>;

/** What a call may spend, until it is settled. */
export interface Charge {
  /** The most that it can cost. */
  readonly most: number;
  /** What it has cost so far: what is settled when the call ends without saying more. */
  note(amount: number, grounds?: Grounds): void;
  /** What it cost, at most `most`; only the first settlement counts. */
  settle(amount: number, grounds?: Grounds): Promise<void>;
}

/** A call that cannot cost anything has nothing to reserve. */
const FREE: Charge = { most: 0, note: () => {}, settle: () => Promise.resolve() };

interface Spender {
  botId: number;
  key: Pick<StoredKey, 'family' | 'caps'>;
  ledger: LedgerKind;
  requestId: string;
  action: string;
  /** Aborted when the caller has left: its place is free from then on, whatever the work still takes. */
  left: AbortSignal;
}

/** One call's spending: opened by `begin`, ended by `finish` whatever happened in between. */
export function createMeter(ports: Ports, gate: Gate, spender: Spender) {
  const { botId, key, ledger, requestId, action, left } = spender;
  let leave = (): void => {};
  let charge: Charge | undefined;
  let noted: Settlement = { amount: 0, estimated: false };
  let spent: ChargeFigure = { amount: 0, estimated: false };

  function openCharge(most: number): Charge {
    const settlementOf = (amount: number, { estimated = true, unitId = null }: Grounds = {}): Settlement => ({
      amount: Math.max(0, Math.min(amount, most)),
      estimated,
      unitId,
    });
    let settled: Promise<void> | undefined;
    return {
      most,
      note(amount, grounds) {
        noted = settlementOf(amount, grounds);
      },
      settle(amount, grounds) {
        if (settled) return settled;
        const settlement = settlementOf(amount, grounds);
        spent = { amount: settlement.amount, estimated: settlement.amount > 0 && settlement.estimated };
        return (settled = ports.ledger.settle(botId, requestId, settlement));
      },
    };
  }

  let entered = false;
  async function enter(): Promise<void> {
    if (entered) return;
    if (!(await ports.ledger.state(botId, ledger))) throw new GatewayFault('no-ledger', { ledger });
    leave = gate.enter(botId, key.family);
    entered = true;
    left.addEventListener('abort', leave, { once: true });
  }

  return {
    enter,
    async begin(most: number): Promise<Charge> {
      if (charge) return charge;
      await enter();
      if (most === 0) return (charge = FREE);
      const on = ports.clock.now();
      const cap = key.caps[ledger] ?? null;
      const wanted = { botId, ledger, requestId, keyId: key.family, action, amount: most, cap, on };
      const outcome = await ports.ledger.reserve(wanted);
      if (!outcome.reserved) throw describeShortage(outcome.shortage, ledger, most);
      return (charge = openCharge(most));
    },
    /** Whatever was not settled by then is settled at what was noted, which is nothing at first. Returns what it cost. */
    async finish(): Promise<ChargeFigure> {
      try {
        await charge?.settle(noted.amount, noted);
        return spent;
      } finally {
        left.removeEventListener('abort', leave);
        leave();
      }
    },
  };
}

export type Meter = ReturnType<typeof createMeter>;
