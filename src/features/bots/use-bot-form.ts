import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Bot } from '#contract/bots.ts';
import { newBotSchema } from '#contract/bots.ts';
import { describeIssue } from '#contract/issue-words.ts';
import type { Ledger, Period } from '#contract/usage.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { ownZone } from './zone-options.ts';

export type BotValues = {
  name: string;
  quotas: Partial<Record<Ledger, number | null>>;
  period: Period;
  zone: string;
  concurrency: number | null;
  allowedHosts: string[];
};

const linesOf = (text: string) => [
  ...new Set(
    text
      .split(/[\n,،]/u)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const valuesOf = (bot: Bot | undefined): BotValues => ({
  name: bot?.name ?? '',
  quotas: bot?.quotas ?? {},
  period: bot?.period ?? 'none',
  zone: bot?.zone ?? ownZone(),
  concurrency: bot?.concurrency ?? null,
  allowedHosts: bot?.allowedHosts ?? [],
});

/** A bot while it is written. A quota that is emptied is taken away; of a new bot it is left to the gateway. */
export function useBotForm(bot: Bot | undefined) {
  const { language } = useLocale();
  const [tried, setTried] = useState(false);
  const [hosts, setHosts] = useState(() => (bot?.allowedHosts ?? []).join('\n'));
  const form = useForm<BotValues>({
    defaultValues: valuesOf(bot),
    resolver: zodResolver<BotValues, unknown, BotValues>(newBotSchema as never, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  const { errors } = form.formState;
  // eslint-disable-next-line react/incompatible-library
  const values = form.watch();
  const set = <Name extends keyof BotValues>(name: Name, value: BotValues[Name]) =>
    form.setValue(name, value as never, { shouldValidate: tried });
  const wrongHost = Array.isArray(errors.allowedHosts) ? errors.allowedHosts.findIndex(Boolean) : -1;
  return {
    values,
    set,
    hosts,
    setHosts: (text: string) => {
      setHosts(text);
      set('allowedHosts', linesOf(text));
    },
    registerName: () => form.register('name'),
    setQuota: (ledger: Ledger, amount: number | undefined) => {
      const { [ledger]: _, ...others } = values.quotas;
      const emptied = bot === undefined ? {} : { [ledger]: null };
      set('quotas', amount === undefined ? { ...others, ...emptied } : { ...others, [ledger]: amount });
    },
    problems: {
      name: errors.name?.message,
      quota: (ledger: (typeof LEDGERS)[number]) => errors.quotas?.[ledger]?.message,
      zone: errors.zone?.message,
      concurrency: errors.concurrency?.message,
      hosts:
        wrongHost >= 0
          ? `${values.allowedHosts[wrongHost] ?? ''}: ${errors.allowedHosts?.[wrongHost]?.message ?? ''}`
          : errors.allowedHosts?.message,
    },
    reset: (theirs: Bot) => {
      form.reset(valuesOf(theirs));
      setHosts(theirs.allowedHosts.join('\n'));
    },
    submit: (save: (value: BotValues) => void) => {
      setTried(true);
      void form.handleSubmit(save)();
    },
  };
}
export type BotFormState = ReturnType<typeof useBotForm>;
