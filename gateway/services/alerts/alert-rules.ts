import type { LedgerKind, LedgerState } from '#gateway/model.ts';
import type { Alert, AlertRule } from '#gateway/ports.ts';

/** What every bot begins with. */
export const DEFAULT_RULES: readonly AlertRule[] = [
  { kind: 'line', ledger: null, at: 80, enabled: true },
  { kind: 'line', ledger: null, at: 100, enabled: true },
  { kind: 'slope', ledger: null, at: null, enabled: true },
  { kind: 'refused', ledger: null, at: null, enabled: true },
  { kind: 'busy', ledger: null, at: 10, enabled: true },
];

/** Rules with what does not apply to their kind taken out, each once; of two that differ in `enabled` the first stays. */
export function tidyRules(rules: readonly AlertRule[]): AlertRule[] {
  const tidied = rules.map(({ kind, ledger, at, enabled }) => ({
    kind,
    ledger: kind === 'busy' ? null : ledger,
    at: kind === 'line' || kind === 'busy' ? at : null,
    enabled,
  }));
  const seen = new Set<string>();
  return tidied.filter(({ kind, ledger, at }) => {
    const name = `${kind}:${ledger}:${at}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** A rule at work: for one ledger in its period now. `family`: each key's cap is a cause of its own; null: the bot's quota. */
export type Watched = { cause: string } & (
  | { kind: 'line'; state: LedgerState; at: number }
  | { kind: 'slope'; state: LedgerState; at: null }
  | { kind: 'refused'; state: LedgerState; at: null; family: string | null }
  | { kind: 'busy'; state: null; at: number }
);

/** What may be of keys: caps that refused a call since the last look, and alerts that are not cleared. */
export interface OfKeys {
  refused: readonly { ledger: LedgerKind; family: string | null }[];
  open: readonly Pick<Alert, 'cause'>[];
}

/** What the rules make the bot be watched for, each cause once. A period that is over is nobody's cause any more. */
export function watchFor(
  rules: readonly AlertRule[],
  ledgers: readonly LedgerState[],
  now: Date,
  ofKeys: OfKeys = { refused: [], open: [] },
): Watched[] {
  const current = ledgers.filter(({ endsOn }) => endsOn === null || endsOn > now);
  const found = rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => {
      if (rule.kind === 'busy') return busyFor(rule.at);
      return current
        .filter(({ ledger }) => rule.ledger === null || rule.ledger === ledger)
        .flatMap((state) => ledgerCauses(rule, state, ofKeys));
    });
  return [...new Map(found.map((watched) => [watched.cause, watched])).values()];
}

function busyFor(at: number | null): Watched[] {
  return at === null ? [] : [{ kind: 'busy', cause: `busy:${at}`, state: null, at }];
}

function ledgerCauses({ kind, at }: AlertRule, state: LedgerState, ofKeys: OfKeys): Watched[] {
  const period = state.startsOn?.toISOString() ?? 'none';
  const cause = (name: string) => `${name}:${state.ledger}:${period}`;
  if (kind === 'slope') return [{ kind, cause: cause('slope'), state, at: null }];
  if (kind === 'refused')
    return [
      { cause: cause('refused'), family: null },
      ...familiesOf(`${cause('refused-key')}:`, state.ledger, ofKeys),
    ].map((one) => ({ kind, state, at: null, ...one }));
  return kind === 'line' && at !== null ? [{ kind, cause: cause(`line-${at}`), state, at }] : [];
}

function familiesOf(prefix: string, ledger: LedgerKind, { refused, open }: OfKeys) {
  const families = [
    ...refused.flatMap((one) => (one.ledger === ledger && one.family !== null ? [one.family] : [])),
    ...open.flatMap(({ cause }) => (cause.startsWith(prefix) ? [cause.slice(prefix.length)] : [])),
  ];
  return families.map((family) => ({ cause: `${prefix}${family}`, family }));
}
