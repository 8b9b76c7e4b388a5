import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import { type QuotaRejection, RATE_LIMIT_WINDOW_MS } from './evaluate-alerts.ts';
import type { FamilyAmount } from './top-keys.ts';

/** Refusals that calls leave behind for whoever judges alerts, in memory. What calls spend is seen by the next look. */
export interface AlertTriggers {
  /** True when a refusal of this quota, or by the cap of this key, was not reported yet. */
  recordQuotaRejection(botId: number, refusal: LedgerRejection): boolean;
  /** True when there may be enough of them for an alert. */
  recordRateLimit(botId: number, on: Date, family: string): boolean;
  /** The newest refusal of each quota and key's cap since the last look; forgotten here. */
  drainRejections(botId: number): LedgerRejection[];
  rateLimited(botId: number, now: Date): { calls: number; lastOn: Date | null; byKey: FamilyAmount[] };
  setThresholds(botId: number, next: TriggerThresholds): void;
}

/** `family`: of the key whose cap refused; null: the bot's quota did. */
interface LedgerRejection extends QuotaRejection {
  ledger: LedgerKind;
  family: string | null;
}

/** When the next look is due. */
export interface TriggerThresholds {
  /** How many 429 make a check due. */
  rateLimitThreshold: number;
  /** Refusals that need no check, by `rejectionKey` or, of all keys, by `capRejectionKey`. */
  reportedRejections: ReadonlySet<string>;
}

interface BotTriggerState {
  rejections: Map<string, LedgerRejection>;
  reportedRejections: ReadonlySet<string>;
  rateLimited: { on: number; family: string }[];
  rateLimitThreshold: number;
}

/** No rule asks for more. */
const MAX_RATE_LIMIT_TIMES = 1000;

export function createAlertTriggers(): AlertTriggers {
  const bots = new Map<number, BotTriggerState>();
  const of = (botId: number): BotTriggerState => {
    let state = bots.get(botId);
    if (!state) {
      state = {
        rejections: new Map(),
        reportedRejections: new Set(),
        rateLimited: [],
        rateLimitThreshold: 1,
      };
      bots.set(botId, state);
    }
    return state;
  };
  const recent = (botId: number, now: number) => {
    const bot = of(botId);
    bot.rateLimited = bot.rateLimited
      .filter(({ on }) => on > now - RATE_LIMIT_WINDOW_MS)
      .slice(-MAX_RATE_LIMIT_TIMES);
    return bot.rateLimited;
  };

  return {
    recordQuotaRejection(botId, refusal) {
      const { rejections, reportedRejections: reported } = of(botId);
      const name = rejectionKey(refusal);
      rejections.set(name, refusal);
      return (
        !reported.has(name) && (refusal.family === null || !reported.has(capRejectionKey(refusal.ledger)))
      );
    },
    recordRateLimit(botId, on, family) {
      const times = recent(botId, on.getTime());
      times.push({ on: on.getTime(), family });
      return times.length >= of(botId).rateLimitThreshold;
    },
    drainRejections(botId) {
      const { rejections } = of(botId);
      const drained = [...rejections.values()];
      rejections.clear();
      return drained;
    },
    rateLimited(botId, now) {
      const times = recent(botId, now.getTime());
      const last = times.at(-1);
      return {
        calls: times.length,
        lastOn: last === undefined ? null : new Date(last.on),
        byKey: times.map(({ family }) => ({ family, amount: 1 })),
      };
    },
    setThresholds(botId, { rateLimitThreshold, reportedRejections: reported }) {
      Object.assign(of(botId), { rateLimitThreshold, reportedRejections: reported });
    },
  };
}

export function rejectionKey({ ledger, family }: Pick<LedgerRejection, 'ledger' | 'family'>): string {
  return family === null ? `bot:${ledger}` : `${capRejectionKey(ledger)}:${family}`;
}

/** Caps of all keys, where nothing watches for them. */
export const capRejectionKey = (ledger: LedgerKind): string => `key:${ledger}`;
