import Slider from '@mui/material/Slider';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWER_LIMITS } from '#contract/limits.ts';
import type { NumberName } from './settings.ts';
import { isInRange, stepOf } from './settings.ts';

type NumberFieldProps = {
  name: NumberName;
  value: number;
  inert: string | undefined;
  onChange: (value: number) => void;
};

/** A number with its range and default; what is out of range stays in the field, says so and is not used. */
export function NumberField({ name, value, inert, onChange }: NumberFieldProps) {
  const { t } = useTranslation('playground');
  const range = ANSWER_LIMITS[name];
  const { min, max } = range;
  const [typed, setTyped] = useState<string>();
  const labelId = useId();
  const helpId = useId();
  const shown = typed ?? String(value);
  const wrong = shown.trim() === '' || !isInRange(name, Number(shown));
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() !== '' && isInRange(name, Number(text))) onChange(Number(text));
  };
  const complaint = name === 'Temperature' ? 'settings.outOfRange' : 'settings.whole';
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {t(`settings.names.${name}`)}{' '}
        <Box component="bdi" dir="ltr" sx={{ typography: 'mono', color: 'text.tertiary' }}>
          {name}
        </Box>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`settings.help.${name}`)}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingInlineStart: 1.25 }}>
        <Slider
          size="small"
          value={value}
          min={min}
          max={max}
          step={stepOf(name)}
          aria-labelledby={labelId}
          onChange={(_event, next) => {
            setTyped(undefined);
            onChange(next);
          }}
        />
        <TextField
          size="small"
          value={shown}
          error={wrong}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            if (!wrong) setTyped(undefined);
          }}
          slotProps={{
            htmlInput: {
              inputMode: 'decimal',
              dir: 'ltr',
              'aria-labelledby': labelId,
              'aria-describedby': helpId,
            },
          }}
          sx={{ width: 88, flexShrink: 0 }}
        />
      </Box>
      <Typography id={helpId} variant="caption" sx={{ color: wrong ? 'brick.ink' : 'text.tertiary' }}>
        {wrong ? t(complaint, { min, max }) : t('settings.range', { min, max, default: range.default })}
      </Typography>
      {inert === undefined ? null : (
        <Typography variant="caption" sx={{ color: 'saffron.ink' }}>
          {inert}
        </Typography>
      )}
    </Box>
  );
}
