import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { DateField } from '#src/ui/date-field.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { EXPIRY_PRESET_DAYS, type ExpiryChoice, type KeyFormState } from './use-key-form.ts';

/** When a key expires: after a number of days, on a date, or never. */
export function ExpiryField({ expiry, isNew }: { expiry: KeyFormState['expiry']; isNew: boolean }) {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  const [today] = useState(() => formats.dayOf(Date.now()));
  const { choice, day, expiresOn, problem } = expiry;
  const labelFor = (option: ExpiryChoice) =>
    typeof option === 'number'
      ? t(`form.in${option}`, { days: option })
      : option === 'day'
        ? t('form.onDate')
        : t(`form.${option}`);
  const options: ExpiryChoice[] = [
    ...(isNew ? [] : ['asItIs' as const]),
    ...EXPIRY_PRESET_DAYS,
    'day',
    'never',
  ];
  return (
    <FieldSet label={t('form.ends')}>
      <ToggleChoice
        label={t('form.ends')}
        value={choice}
        options={options.map((value) => ({ value, label: labelFor(value) }))}
        onChange={expiry.setChoice}
      />
      {choice === 'day' ? (
        <Box>
          <DateField label={t('form.day')} value={day} min={today} error={problem} onChange={expiry.setDay} />
        </Box>
      ) : null}
      <SmallText>
        {expiresOn === undefined
          ? ' '
          : expiresOn === null
            ? t('form.neverHint')
            : t('form.endsHint', { date: formats.full(expiresOn) })}
      </SmallText>
    </FieldSet>
  );
}
