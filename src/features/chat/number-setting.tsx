import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHAT_LIMITS } from '#contract/limits.ts';
import type { NumberName } from './chat-settings.ts';
import { FIRST, isInRange, stepOf } from './chat-settings.ts';

type NumberSettingProps = {
  name: NumberName;
  value: number | null;
  onChange: (value: number | null) => void;
};

/** A number of the request: left to the server, or set here within its range. What is out of it says so and is not used. */
export function NumberSetting({ name, value, onChange }: NumberSettingProps) {
  const { t } = useTranslation('chat');
  const { min, max } = CHAT_LIMITS[name];
  const [typed, setTyped] = useState<string>();
  const labelId = useId();
  const helpId = useId();
  const shown = typed ?? String(value ?? FIRST[name]);
  const wrong = shown.trim() === '' || !isInRange(name, Number(shown));
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() !== '' && isInRange(name, Number(text))) onChange(Number(text));
  };
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {t(`settings.names.${name}`)}{' '}
        <Box component="bdi" dir="ltr" sx={{ typography: 'mono', color: 'text.tertiary' }}>
          {name}
        </Box>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`settings.help.${name}`)}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value === null ? 'server' : 'own'}
        aria-labelledby={labelId}
        onChange={(_event, next: 'server' | 'own' | null) => {
          if (next === null) return;
          setTyped(undefined);
          onChange(next === 'server' ? null : FIRST[name]);
        }}
      >
        <ToggleButton value="server">{t('settings.asServer')}</ToggleButton>
        <ToggleButton value="own">{t('settings.own')}</ToggleButton>
      </ToggleButtonGroup>
      {value === null ? null : (
        <>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              paddingInlineStart: 1.25,
              width: '100%',
            }}
          >
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
            {t(wrong ? 'settings.outOfRange' : 'settings.range', { min, max })}
          </Typography>
        </>
      )}
    </Box>
  );
}
