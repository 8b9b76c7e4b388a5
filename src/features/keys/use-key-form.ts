import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Caps, newKeySchema } from '#contract/keys.ts';
import type { KeyView, Role } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { requireBots } from '#src/ui/access/access-fields.tsx';
import { DAY_MS, dayInZone, endOfDayInZone } from '#src/ui/quota/calendar-days.ts';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';

export const EXPIRY_PRESET_DAYS = [30, 90, 365] as const;
export type ExpiryChoice = (typeof EXPIRY_PRESET_DAYS)[number] | 'asItIs' | 'day' | 'never';

/** The expiry that a choice means, by the clocks of the zone. Null: never. Undefined: the day is invalid or has passed. */
function resolveExpiry(
  choice: Exclude<ExpiryChoice, 'asItIs'>,
  day: string,
  zone: string,
  now = Date.now(),
): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'day') return endOfDayInZone(zone, dayInZone(zone, now + choice * DAY_MS)).toISOString();
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  const end = endOfDayInZone(zone, day);
  return end.getTime() <= now ? undefined : end.toISOString();
}

export type KeyValues = {
  name: string;
  role: Role;
  allBots: boolean;
  bots: number[];
  caps: Caps;
  expiresOn: string | null;
};

const schema = newKeySchema.check(requireBots);

const definedCaps = (caps: Caps): Caps =>
  Object.fromEntries(
    LEDGERS.flatMap((ledger) => (caps[ledger] === undefined ? [] : [[ledger, caps[ledger]]])),
  );

/** Owners have no caps: those entered for another role are dropped, valid or not. */
const withoutOwnerCaps = (values: KeyValues): KeyValues =>
  values.role === 'owner' ? { ...values, caps: {} } : values;

/** The state of the form for a key; without a view the form creates a key for the bots in `defaults`. */
export function useKeyForm(view: KeyView | undefined, defaults: { bots: number[] }) {
  const { t } = useTranslation('keys');
  const [choice, setChoice] = useState<ExpiryChoice>(view === undefined ? 90 : 'asItIs');
  const { timeZone: zone = browserTimeZone() } = useLocale();
  const [day, setDay] = useState(() => dayInZone(zone, Date.now() + 7 * DAY_MS));
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const initialValues: KeyValues = {
    name: view?.name ?? '',
    role: view?.role ?? 'tester',
    allBots: view?.allBots ?? false,
    bots: view?.bots ?? defaults.bots,
    caps: view?.caps ?? {},
    expiresOn: null,
  };
  const form = useSchemaForm(schema, initialValues, withoutOwnerCaps);
  const { errors } = form.formState;
  const values = form.watch();
  const expiresOn = choice === 'asItIs' ? (view?.expiresOn ?? null) : resolveExpiry(choice, day, zone);
  const change = (part: Partial<KeyValues>) => {
    for (const [name, value] of Object.entries(part))
      form.setValue(name as keyof KeyValues, value, { shouldValidate: submitAttempted });
  };
  return {
    values,
    change,
    registerName: () => form.register('name'),
    nameError: errors.name?.message,
    botsError: errors.bots?.message,
    capError: (ledger: (typeof LEDGERS)[number]) => errors.caps?.[ledger]?.message,
    expiry: {
      choice,
      setChoice,
      day,
      setDay,
      /** Undefined while the day is invalid or has passed. */
      expiresOn,
      problem: expiresOn === undefined && submitAttempted ? t('form.dayPast') : undefined,
    },
    setCap: (ledger: (typeof LEDGERS)[number], amount: number | undefined) =>
      change({ caps: definedCaps({ ...values.caps, [ledger]: amount }) }),
    submit: (save: (value: KeyValues) => void) => {
      setSubmitAttempted(true);
      if (expiresOn === undefined) {
        void form.trigger();
        return;
      }
      void form.handleSubmit((value) =>
        save({
          ...value,
          bots: value.allBots ? [] : value.bots,
          caps: definedCaps(value.caps),
          expiresOn,
        }),
      )();
    },
  };
}
export type KeyFormState = ReturnType<typeof useKeyForm>;
