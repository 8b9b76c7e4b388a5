import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import type { ChatSettings } from './chat-settings.ts';
import { changedSettings, DEFAULTS } from './chat-settings.ts';

type SettingChipsProps = { settings: ChatSettings; onChange: (change: Partial<ChatSettings>) => void };

/** What is not left to the server, each with its way back. */
export function SettingChips({ settings, onChange }: SettingChipsProps) {
  const { t } = useTranslation('chat');
  const formats = useFormats();
  return changedSettings(settings).map((name) => {
    const label = t(`settings.names.${name}`);
    const value = settings[name];
    const words = typeof value === 'number' ? formats.number(value) : t('settings.delivery.whole');
    return (
      <Chip
        key={name}
        variant="outlined"
        label={
          <>
            {label}{' '}
            <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary', marginInlineStart: 0.5 }}>
              {words}
            </Box>
          </>
        }
        sx={{ '& .MuiChip-deleteIcon': { color: 'text.secondary' } }}
        onDelete={() => onChange({ [name]: DEFAULTS[name] })}
        deleteIcon={
          <X
            size={14}
            role="button"
            aria-hidden={false}
            aria-label={t('settings.resetOne', { name: label })}
          />
        }
      />
    );
  });
}
