import { useState } from 'react';
import { type Bot, DEFAULT_RULES, newBotSchema, type PublishingRule } from '#contract/bots.ts';
import { KEPT_QUESTIONS, KEPT_VERSIONS } from '#contract/limits.ts';
import { LEDGERS, type Ledger, type Period } from '#contract/usage.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';

type BotValues = {
  name: string;
  quotas: Partial<Record<Ledger, number | null>>;
  period: Period;
  zone: string;
  concurrency: number | null;
  allowedHosts: string[];
  weakAnswers: Bot['weakAnswers'];
  /** Undefined: the default. */
  keptPercent: number | undefined;
  keptDays: number | undefined;
  personChanges: PublishingRule;
  ownChanges: PublishingRule;
  versionDays: number | undefined;
  versionCount: number | undefined;
};

const splitHosts = (text: string) => [
  ...new Set(
    text
      .split(/[\n,،]/u)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const toBotValues = (bot: Bot | undefined): BotValues => ({
  name: bot?.name ?? '',
  quotas: bot?.quotas ?? {},
  period: bot?.period ?? 'none',
  zone: bot?.zone ?? browserTimeZone(),
  concurrency: bot?.concurrency ?? null,
  allowedHosts: bot?.allowedHosts ?? [],
  weakAnswers: bot?.weakAnswers ?? 'hedged',
  keptPercent: bot?.keptPercent ?? KEPT_QUESTIONS.percent.default,
  keptDays: bot?.keptDays ?? KEPT_QUESTIONS.days.default,
  personChanges: bot?.personChanges ?? DEFAULT_RULES.personChanges,
  ownChanges: bot?.ownChanges ?? DEFAULT_RULES.ownChanges,
  versionDays: bot?.versionDays ?? KEPT_VERSIONS.days.default,
  versionCount: bot?.versionCount ?? KEPT_VERSIONS.count.default,
});

/** The state of the form for a bot. An empty quota removes the quota; for a new bot it leaves the choice to the gateway. */
export function useBotForm(bot: Bot | undefined) {
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const [hosts, setHosts] = useState(() => (bot?.allowedHosts ?? []).join('\n'));
  const form = useSchemaForm(newBotSchema, toBotValues(bot));
  const { errors } = form.formState;
  const values = form.watch();
  const set = <Name extends keyof BotValues>(name: Name, value: BotValues[Name]) =>
    form.setValue(name, value as never, { shouldValidate: submitAttempted });
  const invalidHostIndex = Array.isArray(errors.allowedHosts) ? errors.allowedHosts.findIndex(Boolean) : -1;
  return {
    values,
    set,
    hosts,
    setHosts: (text: string) => {
      setHosts(text);
      set('allowedHosts', splitHosts(text));
    },
    registerName: () => form.register('name'),
    setQuota: (ledger: Ledger, amount: number | undefined) => {
      const { [ledger]: _, ...others } = values.quotas;
      const emptied = bot === undefined ? {} : { [ledger]: null };
      set('quotas', amount === undefined ? { ...others, ...emptied } : { ...others, [ledger]: amount });
    },
    errors: {
      name: errors.name?.message,
      quota: (ledger: (typeof LEDGERS)[number]) => errors.quotas?.[ledger]?.message,
      zone: errors.zone?.message,
      concurrency: errors.concurrency?.message,
      keptPercent: errors.keptPercent?.message,
      keptDays: errors.keptDays?.message,
      versionDays: errors.versionDays?.message,
      versionCount: errors.versionCount?.message,
      hosts:
        invalidHostIndex >= 0
          ? `${values.allowedHosts[invalidHostIndex] ?? ''}: ${errors.allowedHosts?.[invalidHostIndex]?.message ?? ''}`
          : errors.allowedHosts?.message,
    },
    reset: (theirs: Bot) => {
      form.reset(toBotValues(theirs));
      setHosts(theirs.allowedHosts.join('\n'));
    },
    submit: (save: (value: BotValues) => void) => {
      setSubmitAttempted(true);
      void form.handleSubmit(({ keptPercent, keptDays, versionDays, versionCount, ...value }) =>
        save({
          ...value,
          keptPercent: keptPercent ?? KEPT_QUESTIONS.percent.default,
          keptDays: keptDays ?? KEPT_QUESTIONS.days.default,
          versionDays: versionDays ?? KEPT_VERSIONS.days.default,
          versionCount: versionCount ?? KEPT_VERSIONS.count.default,
        }),
      )();
    },
  };
}
export type BotFormState = ReturnType<typeof useBotForm>;
