import type { Alert, AlertRule } from '#gateway/modules/alerts/ports/alerts.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';

/** What every bot begins with. */
export const DEFAULT_RULES: readonly AlertRule[] = [
  { kind: 'threshold', ledger: null, threshold: 80, enabled: true },
  { kind: 'threshold', ledger: null, threshold: 100, enabled: true },
  { kind: 'burn-rate', ledger: null, threshold: null, enabled: true },
  { kind: 'quota-exceeded', ledger: null, threshold: null, enabled: true },
  { kind: 'rate-limited', ledger: null, threshold: 10, enabled: true },
];

/** Rules with what does not apply to their kind taken out, each once; of two that differ in `enabled` the first stays. */
export function normaliseRules(rules: readonly AlertRule[]): AlertRule[] {
  const tidied = rules.map(({ kind, ledger, threshold, enabled }) => ({
    kind,
    ledger: kind === 'rate-limited' ? null : ledger,
    threshold: kind === 'threshold' || kind === 'rate-limited' ? threshold : null,
    enabled,
  }));
  const seen = new Set<string>();
  return tidied.filter(({ kind, ledger, threshold }) => {
    const name = `${kind}:${ledger}:${threshold}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** The cap of a key's family on a ledger, and what was used of it in the period. */
export interface CappedKey {
  ledger: LedgerKind;
  family: string;
  id: string;
  name: string;
  used: number;
  total: number;
}

/**
 * A rule at work: for one ledger in its period now. `family` and `key`: each key's cap is a cause of its own; null: the
 * bot's quota. The state of a cap is the ledger's, with the figures of the cap.
 */
export type AlertCondition = { dedupKey: string } & (
  | { kind: 'threshold'; state: LedgerState; threshold: number; key: CappedKey | null }
  | { kind: 'burn-rate'; state: LedgerState; threshold: null }
  | { kind: 'quota-exceeded'; state: LedgerState; threshold: null; family: string | null }
  | { kind: 'rate-limited'; state: null; threshold: number }
);

/** What may be of keys: caps, those that refused a call since the last look, and alerts that are not cleared. */
interface KeyRejections {
  capped?: readonly CappedKey[];
  rejected: readonly { ledger: LedgerKind; family: string | null }[];
  open: readonly Pick<Alert, 'dedupKey'>[];
}

/** What the rules make the bot be watched for, each cause once. A period that is over is nobody's cause any more. */
export function resolveConditions(
  rules: readonly AlertRule[],
  ledgers: readonly LedgerState[],
  now: Date,
  ofKeys: KeyRejections = { rejected: [], open: [] },
): AlertCondition[] {
  const current = ledgers.filter(({ endsOn }) => endsOn === null || endsOn > now);
  const conditions = rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => {
      if (rule.kind === 'rate-limited') return rateLimitConditions(rule.threshold);
      return current
        .filter(({ ledger }) => rule.ledger === null || rule.ledger === ledger)
        .flatMap((state) => ledgerConditions(rule, state, ofKeys));
    });
  return [...new Map(conditions.map((watched) => [watched.dedupKey, watched])).values()];
}

function rateLimitConditions(threshold: number | null): AlertCondition[] {
  return threshold === null
    ? []
    : [{ kind: 'rate-limited', dedupKey: `rate-limited:${threshold}`, state: null, threshold }];
}

function ledgerConditions(
  { kind, threshold }: AlertRule,
  state: LedgerState,
  ofKeys: KeyRejections,
): AlertCondition[] {
  const period = state.startsOn?.toISOString() ?? 'none';
  const cause = (name: string) => `${name}:${state.ledger}:${period}`;
  if (kind === 'burn-rate') return [{ kind, dedupKey: cause('burn-rate'), state, threshold: null }];
  if (kind === 'quota-exceeded')
    return [
      { dedupKey: cause('quota-exceeded'), family: null },
      ...familiesOf(`${cause('quota-exceeded-key')}:`, state.ledger, ofKeys),
    ].map((condition) => ({ kind, state, threshold: null, ...condition }));
  if (kind !== 'threshold' || threshold === null) return [];
  const name = `threshold-${threshold}`;
  const caps = (ofKeys.capped ?? []).filter(({ ledger }) => ledger === state.ledger);
  return [
    { kind, dedupKey: cause(name), state, threshold, key: null },
    ...caps.map((key) => ({
      kind,
      dedupKey: `${cause(`${name}-key`)}:${key.family}`,
      state: { ...state, used: key.used, reserved: 0, total: key.total },
      threshold,
      key,
    })),
  ];
}

function familiesOf(prefix: string, ledger: LedgerKind, { rejected, open }: KeyRejections) {
  const families = [
    ...rejected.flatMap((rejection) =>
      rejection.ledger === ledger && rejection.family !== null ? [rejection.family] : [],
    ),
    ...open.flatMap(({ dedupKey }) => (dedupKey.startsWith(prefix) ? [dedupKey.slice(prefix.length)] : [])),
  ];
  return families.map((family) => ({ dedupKey: `${prefix}${family}`, family }));
}
