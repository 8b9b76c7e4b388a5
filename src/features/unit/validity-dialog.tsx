import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { UnitAvailability, UnitValidity } from '#contract/unit-states.ts';
import { DateField } from '#src/ui/date-field.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { dayInZone, endOfDayInZone, startOfDayInZone } from '#src/ui/quota/calendar-days.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { useValidityMoments } from '#src/ui/unit/availability.ts';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';

const day = z.nullable(z.string().check(z.minLength(1)));
/** Days of the bot's calendar; null: none. */
const schema = z
  .object({ from: day, until: day })
  .check(z.refine(({ from, until }) => !from || !until || until >= from, { path: ['until'] }));
type Days = z.infer<typeof schema>;

type ValidityDialogProps = {
  current: UnitAvailability;
  change: UseMutationResult<unknown, Error, UnitValidity>;
  onClose: () => void;
};

/** From and until which day a unit is in answers, by the clocks of its bot. */
export function ValidityDialog({ current, change, onClose }: ValidityDialogProps) {
  const { t } = useTranslation(['unit', 'terms']);
  const { zone } = useValidityMoments();
  const dayOf = (moment: string | null) => (moment === null ? null : dayInZone(zone, moment));
  const initial: Days = { from: dayOf(current.validFrom), until: dayOf(current.validUntil) };
  const form = useSchemaForm<Days>(schema, initial);
  const values = form.watch();
  const { errors, isSubmitted } = form.formState;
  const set = (name: keyof Days, value: string | null) =>
    form.setValue(name, value, { shouldValidate: isSubmitted });
  /** A day that stays keeps its time, which a program may have set. */
  const momentOf = (name: keyof Days, value: string | null, edgeOf: typeof endOfDayInZone) => {
    if (value === null) return null;
    const before = name === 'from' ? current.validFrom : current.validUntil;
    return value === initial[name] && before !== null ? before : edgeOf(zone, value).toISOString();
  };
  const save = form.handleSubmit(({ from, until }) =>
    change.mutate(
      {
        off: current.off,
        validFrom: momentOf('from', from, startOfDayInZone),
        validUntil: momentOf('until', until, endOfDayInZone),
      },
      { onSuccess: onClose },
    ),
  );
  const field = (name: keyof Days) => {
    const error = errors[name];
    const value = values[name];
    return (
      <FieldSet label={t(`validity.${name}`)}>
        <ToggleChoice
          label={t(`validity.${name}`)}
          value={value === null ? 'none' : 'day'}
          options={[
            { value: 'none', label: t(`validity.none.${name}`) },
            { value: 'day', label: t('validity.onDay') },
          ]}
          onChange={(choice) => set(name, choice === 'none' ? null : dayInZone(zone, Date.now()))}
        />
        {value === null ? null : (
          <DateField
            label={t(`validity.day.${name}`)}
            value={value}
            error={error && t(error.type === 'custom' ? 'validity.early' : 'validity.noDay')}
            onChange={(next) => set(name, next)}
          />
        )}
      </FieldSet>
    );
  };
  return (
    <FormDialog
      title={t('validity.edit')}
      submit={{ busy: change.isPending, children: t('edit.save') }}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {field('from')}
      {field('until')}
      <SmallText>{t('validity.zone', { zone })}</SmallText>
      <FaultNotice error={change.error} onDismiss={change.reset} />
    </FormDialog>
  );
}
