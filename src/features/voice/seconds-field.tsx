import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '#src/components/amount-field.tsx';
import { RECORDING } from './settings.ts';

type SecondsFieldProps = { value: number; onChange: (seconds: number) => void };

/** MaxRecordLengthInSeconds; what is out of range stays in the field, says so and is not used. */
export function SecondsField({ value, onChange }: SecondsFieldProps) {
  const { t } = useTranslation('voice');
  const [typed, setTyped] = useState<number | undefined>(value);
  const { min, max } = RECORDING;
  const fits = typed !== undefined && typed >= min && typed <= max;
  return (
    <AmountField
      label={t('settings.maxSeconds')}
      value={typed}
      problem={fits ? undefined : t('settings.secondsRange', { min, max })}
      onChange={(next) => {
        setTyped(next);
        if (next !== undefined && next >= min && next <= max) onChange(next);
      }}
    />
  );
}
