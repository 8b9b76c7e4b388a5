import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-settings.ts';
import { changedSettings, DEFAULTS, NUMBERS } from './chat-settings.ts';
import { NumberSetting } from './number-setting.tsx';

type SettingsDrawerProps = {
  open: boolean;
  settings: ChatSettings;
  onChange: (change: Partial<ChatSettings>) => void;
  onClose: () => void;
};

/** Every parameter of a message; what is not set is as the server has it. */
export function SettingsDrawer({ open, settings, onChange, onClose }: SettingsDrawerProps) {
  const { t } = useTranslation('chat');
  const headingId = useId();
  const deliveryId = useId();
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
        {NUMBERS.map((name) => (
          <NumberSetting
            key={name}
            name={name}
            value={settings[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
          <Typography id={deliveryId} sx={{ fontWeight: 600 }}>
            {t('settings.names.streamed')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('settings.help.streamed')}
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={settings.streamed ? 'streamed' : 'whole'}
            aria-labelledby={deliveryId}
            onChange={(_event, next: string | null) => {
              if (next !== null) onChange({ streamed: next === 'streamed' });
            }}
          >
            <ToggleButton value="streamed">{t('settings.delivery.streamed')}</ToggleButton>
            <ToggleButton value="whole">{t('settings.delivery.whole')}</ToggleButton>
          </ToggleButtonGroup>
        </Box>
        <Button
          variant="outlined"
          disabled={changedSettings(settings).length === 0}
          onClick={() => onChange({ ...DEFAULTS, style: settings.style })}
          sx={{ justifySelf: 'start' }}
        >
          {t('settings.reset')}
        </Button>
      </Box>
    </Drawer>
  );
}
