import { GatewayFault } from '#gateway/errors.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';

/** What a call may spend, until it is settled. */
export interface Charge {
  /** The most that it can cost. */
  readonly most: number;
  /** What it has cost so far: what is settled when the call ends without saying more. */
  note(amount: number): void;
  /** What it cost, at most `most`; only the first settlement counts. */
  settle(amount: number, estimated?: boolean): Promise<void>;
}

/** A call that cannot cost anything has nothing to reserve. */
const FREE: Charge = { most: 0, note: () => {}, settle: () => Promise.resolve() };

const RETRY_AFTER_SECONDS = 1;

/** Calls under way, per bot and key, in this process. */
export interface Gate {
  /** Lets a call in, or throws 429; the result lets it out again, once. */
  enter(botId: number, keyId: string): () => void;
}

export function createGate(limit: number): Gate {
  const underWay = new Map<string, number>();
  return {
    enter(botId, keyId) {
      const caller = `${botId}:${keyId}`;
      const count = underWay.get(caller) ?? 0;
      if (count >= limit)
        throw new GatewayFault(
          'too-many-calls',
          { limit, seconds: RETRY_AFTER_SECONDS },
          { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } },
        );
      underWay.set(caller, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (underWay.get(caller) ?? 1) - 1;
        if (left > 0) underWay.set(caller, left);
        else underWay.delete(caller);
      };
    },
  };
}

interface Spender {
  botId: number;
  keyId: string;
  ledger: LedgerKind;
  requestId: string;
  action: string;
}

/** One call's spending: opened by `begin`, ended by `finish` whatever happened in between. */
export function createMeter(ports: Ports, gate: Gate, spender: Spender) {
  const { botId, keyId, ledger, requestId, action } = spender;
  let leave: (() => void) | undefined;
  let charge: Charge | undefined;
  let noted = 0;
  return {
    async begin(most: number): Promise<Charge> {
      if (charge) return charge;
      if (!(await ports.ledger.state(botId, ledger))) throw new GatewayFault('no-ledger', { ledger });
      leave = gate.enter(botId, keyId);
      if (most === 0) return (charge = FREE);
      const on = ports.clock.now();
      const fits = await ports.ledger.reserve({ botId, ledger, requestId, keyId, action, amount: most, on });
      if (!fits) throw await describeShortage(ports, botId, ledger, most);
      let settled: Promise<void> | undefined;
      charge = {
        most,
        note(amount) {
          noted = amount;
        },
        settle(amount, estimated = true) {
          settled ??= ports.ledger.settle(botId, requestId, Math.max(0, Math.min(amount, most)), estimated);
          return settled;
        },
      };
      return charge;
    },
    /** Whatever was not settled by then is settled at what was noted, which is nothing at first. */
    async finish(): Promise<void> {
      try {
        await charge?.settle(noted);
      } finally {
        leave?.();
      }
    },
  };
}

async function describeShortage(
  ports: Ports,
  botId: number,
  ledger: LedgerKind,
  needed: number,
): Promise<GatewayFault> {
  const state = await ports.ledger.state(botId, ledger);
  const left = state ? Math.max(0, state.total - state.used - state.reserved) : 0;
  return new GatewayFault('quota-exceeded', { ledger, left, total: state?.total ?? 0, needed });
}
