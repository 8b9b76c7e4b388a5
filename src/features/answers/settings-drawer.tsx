import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { HEADERS } from '#contract/headers.ts';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { NoModelServer } from '#src/model-hints/no-model-server.tsx';
import { ChoiceField } from './choice-field.tsx';
import { NumberField } from './number-field.tsx';
import { inertBecause } from './setting-words.ts';
import type { AskSettings, SettingName } from './settings.ts';
import { ANSWERER_CHOICES, changedSettings, DEFAULTS, NUMBERS } from './settings.ts';
import { useAnswererWords } from './use-answerer-words.ts';

type SettingsDrawerProps = {
  open: boolean;
  names: readonly string[];
  settings: AskSettings;
  onChange: (change: Partial<AskSettings>) => void;
  onClose: () => void;
};

const flags = ['true', 'false'] as const;

/** Every parameter of a question, with its range and its default. */
export function SettingsDrawer({ open, names, settings, onChange, onClose }: SettingsDrawerProps) {
  const { t } = useTranslation('playground');
  const capabilities = useCapabilities();
  const wordAnswerer = useAnswererWords();
  const headingId = useId();
  const inert = (name: SettingName) => inertBecause(name, { names, settings }, capabilities, t);
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': headingId,
          role: 'dialog',
          'aria-modal': true,
          sx: { width: 'min(420px, 100vw)' },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          padding: 2,
          paddingInlineStart: 3,
          borderBlockEnd: 1,
          borderColor: 'line.soft',
        }}
      >
        <Typography id={headingId} variant="h2" sx={{ flex: 1 }}>
          {t('settings.title')}
        </Typography>
        <IconButton aria-label={t('settings.close')} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 3, padding: 3, overflowY: 'auto' }}>
        <ChoiceField
          name="streamed"
          wireName="IsStream"
          value={settings.streamed ? 'true' : 'false'}
          options={flags.map((value) => ({
            value,
            label: t(value === 'true' ? 'settings.delivery.streamed' : 'settings.delivery.whole'),
          }))}
          inert={inert('streamed')}
          onChange={(value) => onChange({ streamed: value === 'true' })}
        />
        {NUMBERS.map((name) => (
          <NumberField
            key={name}
            name={name}
            value={settings[name]}
            inert={inert(name)}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <ChoiceField
          name="UpdateGlobal"
          wireName="UpdateGlobal"
          value={settings.UpdateGlobal ? 'true' : 'false'}
          options={flags.toReversed().map((value) => ({
            value,
            label: t(value === 'true' ? 'settings.on' : 'settings.off'),
          }))}
          inert={inert('UpdateGlobal')}
          onChange={(value) => onChange({ UpdateGlobal: value === 'true' })}
        />
        <ChoiceField
          name="answerer"
          wireName={HEADERS.answerer}
          value={settings.answerer}
          options={ANSWERER_CHOICES.map((value) => ({
            value,
            label: wordAnswerer(value),
          }))}
          inert={undefined}
          onChange={(answerer) => onChange({ answerer })}
        />
        <Button
          variant="outlined"
          disabled={changedSettings(settings).length === 0}
          onClick={() => onChange(DEFAULTS)}
          sx={{ justifySelf: 'start' }}
        >
          {t('settings.reset')}
        </Button>
        {capabilities?.models.chat === false ? <NoModelServer purpose="chat" level="h3" /> : null}
      </Box>
    </Drawer>
  );
}
