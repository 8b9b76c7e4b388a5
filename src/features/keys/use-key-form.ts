import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/issue-words.ts';
import type { Caps } from '#contract/keys.ts';
import { newKeySchema } from '#contract/keys.ts';
import type { KeyView, Role } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import type { ExpiryChoice } from './expiry.ts';
import { dayOf, expiryOf } from './expiry.ts';

export type KeyValues = {
  name: string;
  role: Role;
  allBots: boolean;
  bots: number[];
  caps: Caps;
  expiresOn: string | null;
};

const NEEDS_BOTS = 'needs-bots';
const schema = newKeySchema.check(
  z.refine(({ allBots, bots }) => allBots || bots.length > 0, { path: ['bots'], error: NEEDS_BOTS }),
);

const written = (caps: Caps): Caps =>
  Object.fromEntries(
    LEDGERS.flatMap((ledger) => (caps[ledger] === undefined ? [] : [[ledger, caps[ledger]]])),
  );

/** An owner has none; those that were written for another role, rightly or not, go with it. */
const withoutOwnerCaps = (values: KeyValues): KeyValues =>
  values.role === 'owner' ? { ...values, caps: {} } : values;

/** A key while it is written; without a view a new one for these bots. */
export function useKeyForm(view: KeyView | undefined, start: { bots: number[] }) {
  const { t } = useTranslation('keys');
  const { language } = useLocale();
  const [choice, setChoice] = useState<ExpiryChoice>(view === undefined ? 90 : 'asItIs');
  const [day, setDay] = useState(() => dayOf(new Date(Date.now() + 7 * 86_400_000)));
  const [tried, setTried] = useState(false);
  const resolve = zodResolver<KeyValues, unknown, KeyValues>(schema as never, {
    error: (issue) => describeIssue(issue as never, undefined, language),
  });
  const form = useForm<KeyValues>({
    defaultValues: {
      name: view?.name ?? '',
      role: view?.role ?? 'tester',
      allBots: view?.allBots ?? false,
      bots: view?.bots ?? start.bots,
      caps: view?.caps ?? {},
      expiresOn: null,
    },
    resolver: (typed, ...rest) => resolve(withoutOwnerCaps(typed), ...rest),
  });
  const { errors } = form.formState;
  // eslint-disable-next-line react/incompatible-library
  const values = form.watch();
  const expiresOn = choice === 'asItIs' ? (view?.expiresOn ?? null) : expiryOf(choice, day);
  const set = <Name extends 'role' | 'allBots' | 'bots' | 'caps'>(name: Name, value: KeyValues[Name]) =>
    form.setValue(name, value as never, { shouldValidate: tried });
  const { bots: wrongBots } = errors;
  return {
    values,
    set,
    registerName: () => form.register('name'),
    nameProblem: errors.name?.message,
    botsProblem:
      wrongBots === undefined
        ? undefined
        : wrongBots.message === NEEDS_BOTS
          ? t('form.noBots')
          : wrongBots.message,
    capProblem: (ledger: (typeof LEDGERS)[number]) => errors.caps?.[ledger]?.message,
    expiry: {
      choice,
      setChoice,
      day,
      setDay,
      /** Undefined while the day is none or has passed. */
      expiresOn,
      problem: expiresOn === undefined && tried ? t('form.dayPast') : undefined,
    },
    setCap: (ledger: (typeof LEDGERS)[number], amount: number | undefined) =>
      set('caps', written({ ...values.caps, [ledger]: amount })),
    submit: (save: (value: KeyValues) => void) => {
      setTried(true);
      if (expiresOn === undefined) {
        void form.trigger();
        return;
      }
      void form.handleSubmit((value) =>
        save({
          ...value,
          bots: value.allBots ? [] : value.bots,
          caps: written(value.caps),
          expiresOn,
        }),
      )();
    },
  };
}
export type KeyFormState = ReturnType<typeof useKeyForm>;
