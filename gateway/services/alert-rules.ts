import type { LedgerState } from '#gateway/model.ts';
import type { AlertRule } from '#gateway/ports.ts';

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

/** A rule at work: for one ledger in its period now. `whose`: a key's cap has causes of its own. */
export type Watched = { cause: string } & (
  | { kind: 'line'; state: LedgerState; at: number }
  | { kind: 'slope'; state: LedgerState; at: null }
  | { kind: 'refused'; state: LedgerState; at: null; whose: 'bot' | 'key' }
  | { kind: 'busy'; state: null; at: number }
);

/** What the rules make the bot be watched for, each cause once. A period that is over is nobody's cause any more. */
export function watchFor(rules: readonly AlertRule[], ledgers: readonly LedgerState[], now: Date): Watched[] {
  const current = ledgers.filter(({ endsOn }) => endsOn === null || endsOn > now);
  const found = rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => {
      if (rule.kind === 'busy') return busyFor(rule.at);
      return current
        .filter(({ ledger }) => rule.ledger === null || rule.ledger === ledger)
        .flatMap((state) => ledgerCauses(rule, state));
    });
  return [...new Map(found.map((watched) => [watched.cause, watched])).values()];
}

function busyFor(at: number | null): Watched[] {
  return at === null ? [] : [{ kind: 'busy', cause: `busy:${at}`, state: null, at }];
}

function ledgerCauses({ kind, at }: AlertRule, state: LedgerState): Watched[] {
  const period = state.startsOn?.toISOString() ?? 'none';
  const cause = (name: string) => `${name}:${state.ledger}:${period}`;
  if (kind === 'slope') return [{ kind, cause: cause('slope'), state, at: null }];
  if (kind === 'refused')
    return [
      { kind, cause: cause('refused'), state, at: null, whose: 'bot' },
      { kind, cause: cause('refused-key'), state, at: null, whose: 'key' },
    ];
  return kind === 'line' && at !== null ? [{ kind, cause: cause(`line-${at}`), state, at }] : [];
}
