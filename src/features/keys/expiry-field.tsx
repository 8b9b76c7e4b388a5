import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldSet } from '#src/components/field-set.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { ExpiryChoice } from './expiry.ts';
import { dayOf, PRESETS } from './expiry.ts';
import type { KeyFormState } from './use-key-form.ts';

/** When a key ends: in so many days, on a day, or never. */
export function ExpiryField({ expiry, isNew }: { expiry: KeyFormState['expiry']; isNew: boolean }) {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  const [today] = useState(() => dayOf(new Date()));
  const { choice, day, expiresOn, problem } = expiry;
  const words = (one: ExpiryChoice) =>
    typeof one === 'number'
      ? t(`form.in${one}`, { days: one })
      : one === 'day'
        ? t('form.onDate')
        : t(`form.${one}`);
  const choices: ExpiryChoice[] = [...(isNew ? [] : ['asItIs' as const]), ...PRESETS, 'day', 'never'];
  return (
    <FieldSet label={t('form.ends')}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('form.ends')}
        value={choice}
        onChange={(_, next: ExpiryChoice | null) => {
          if (next !== null) expiry.setChoice(next);
        }}
        sx={{ flexWrap: 'wrap' }}
      >
        {choices.map((one) => (
          <ToggleButton key={one} value={one}>
            {words(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {choice === 'day' ? (
        <Box>
          <TextField
            type="date"
            size="small"
            label={t('form.day')}
            value={day}
            error={problem !== undefined}
            helperText={problem}
            onChange={(event) => expiry.setDay(event.target.value)}
            slotProps={{ htmlInput: { min: today, dir: 'ltr' }, inputLabel: { shrink: true } }}
          />
        </Box>
      ) : null}
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {expiresOn === undefined
          ? ' '
          : expiresOn === null
            ? t('form.neverHint')
            : t('form.endsHint', { date: formats.full(expiresOn) })}
      </Typography>
    </FieldSet>
  );
}
