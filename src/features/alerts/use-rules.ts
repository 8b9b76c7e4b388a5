import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertRule, AlertRules } from '#contract/alerts.ts';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { alertRules, listAlerts, setAlertRules } from '#contract/operations/alerts.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';

/** A rule while it is edited: its threshold may not be a number yet. */
export type DraftRule = AlertRule & { key: number };
export type RuleProblem = 'wrongAt' | 'twice';

const hasThreshold = ({ kind }: AlertRule) => kind === 'threshold' || kind === 'rate-limited';

/** The error of each invalid rule, by its key. */
function validateRules(drafts: readonly DraftRule[]): Map<number, RuleProblem> {
  const problems = new Map<number, RuleProblem>();
  const identities = new Set<string>();
  for (const rule of drafts) {
    const threshold = rule.threshold ?? Number.NaN;
    if (
      hasThreshold(rule) &&
      !(Number.isInteger(threshold) && threshold >= 1 && threshold <= ALERT_LIMITS.threshold)
    ) {
      problems.set(rule.key, 'wrongAt');
      continue;
    }
    const identity = `${rule.kind} ${rule.ledger ?? ''} ${rule.threshold ?? ''}`;
    if (identities.has(identity)) problems.set(rule.key, 'twice');
    identities.add(identity);
  }
  return problems;
}

let lastKey = 0;
const toDraft = (rule: AlertRule): DraftRule => ({ ...rule, key: (lastKey += 1) });

function toRule(edited: DraftRule): AlertRule {
  const { key: _, ...rule } = edited;
  return rule;
}

/** The rules to send, and the drafts they were made from. */
type SaveInput = { rules: AlertRules; drafts: readonly DraftRule[] | undefined };

/** The saved rules, and the drafts until they are saved or reset. */
export function useRules() {
  const gateway = useGateway();
  const { id, bot } = useConnection();
  const invalidate = useInvalidate(alertRules.id, listAlerts.id);
  const [edited, setEdited] = useState<readonly DraftRule[]>();
  const query = useQuery({
    queryKey: [alertRules.id, id, bot],
    queryFn: async (): Promise<DraftRule[]> => ((await gateway.read(alertRules))?.rules ?? []).map(toDraft),
  });
  const save = useMutation({
    mutationFn: ({ rules }: SaveInput) => gateway.call(setAlertRules, { body: rules }),
    onSuccess: async (_, { drafts: sent }) => {
      await invalidate();
      // Edits made during the save stay, and can be saved next.
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
    problems: validateRules(drafts),
    changed: edited !== undefined,
    change: (key: number, change: Partial<AlertRule>) =>
      edit(drafts.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    remove: (key: number) => edit(drafts.filter((rule) => rule.key !== key)),
    addThreshold: () => {
      const thresholds = drafts.filter(({ kind }) => kind === 'threshold');
      const threshold =
        [50, 60, 70, 90, 95].find((candidate) => thresholds.every((rule) => rule.threshold !== candidate)) ??
        50;
      edit([toDraft({ kind: 'threshold', ledger: null, threshold, enabled: true }), ...drafts]);
    },
    reset: () => {
      save.reset();
      setEdited(undefined);
    },
    submit: () => save.mutate({ rules: { rules: drafts.map(toRule) }, drafts: edited }),
  };
}
export type RulesState = ReturnType<typeof useRules>;
