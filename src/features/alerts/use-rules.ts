import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertRule, AlertRules } from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useReadAgain } from './use-alerts.ts';

/** A rule while it is edited: what stands in its field may be no number yet. */
export type DraftRule = AlertRule & { key: number };
export type RuleProblem = 'wrongAt' | 'twice';

const takesAt = ({ kind }: AlertRule) => kind === 'line' || kind === 'busy';

/** What is wrong with each rule, by its key. */
export function problemsOf(drafts: readonly DraftRule[]): Map<number, RuleProblem> {
  const found = new Map<number, RuleProblem>();
  const seen = new Set<string>();
  for (const rule of drafts) {
    const at = rule.at ?? Number.NaN;
    if (takesAt(rule) && !(Number.isInteger(at) && at >= 1 && at <= ALERT_LIMITS.at)) {
      found.set(rule.key, 'wrongAt');
      continue;
    }
    const same = `${rule.kind} ${rule.ledger ?? ''} ${rule.at ?? ''}`;
    if (seen.has(same)) found.set(rule.key, 'twice');
    seen.add(same);
  }
  return found;
}

let made = 0;
const draft = (rule: AlertRule): DraftRule => ({ ...rule, key: (made += 1) });

function ruleOf(edited: DraftRule): AlertRule {
  const { key: _, ...rule } = edited;
  return rule;
}

/** Rules that were sent, and the edited ones that they were made of. */
type Sent = { rules: AlertRules; drafts: readonly DraftRule[] | undefined };

/** The rules as they stand, and as they are edited until they are saved or put back. */
export function useRules() {
  const { alerts } = useGateway();
  const { id, bot } = useConnection();
  const readAgain = useReadAgain();
  const [edited, setEdited] = useState<readonly DraftRule[]>();
  const query = useQuery({
    queryKey: ['alert-rules', id, bot],
    queryFn: async (): Promise<DraftRule[]> => ((await alerts.rules())?.rules ?? []).map(draft),
  });
  const save = useMutation({
    mutationFn: ({ rules }: Sent) => alerts.setRules(rules),
    onSuccess: async (_, { drafts: sent }) => {
      await readAgain('alert-rules', 'alerts');
      // What was edited meanwhile stays, and can be saved as well.
      setEdited((now) => (now === sent ? undefined : now));
    },
  });
  const drafts = edited ?? query.data ?? [];
  const edit = (next: readonly DraftRule[]) => {
    save.reset();
    setEdited(next);
  };
  return {
    query,
    save,
    drafts,
    problems: problemsOf(drafts),
    changed: edited !== undefined,
    change: (key: number, change: Partial<AlertRule>) =>
      edit(drafts.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    remove: (key: number) => edit(drafts.filter((rule) => rule.key !== key)),
    addLine: () => {
      const lines = drafts.filter(({ kind }) => kind === 'line');
      const at = [50, 60, 70, 90, 95].find((one) => lines.every((line) => line.at !== one)) ?? 50;
      edit([draft({ kind: 'line', ledger: null, at, enabled: true }), ...drafts]);
    },
    reset: () => {
      save.reset();
      setEdited(undefined);
    },
    send: () => save.mutate({ rules: { rules: drafts.map(ruleOf) }, drafts: edited }),
  };
}
export type RulesState = ReturnType<typeof useRules>;
