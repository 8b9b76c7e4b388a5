import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { useWrites } from './use-answerer-words.ts';
import { wordSetting } from './setting-words.ts';
import type { AskSettings } from './settings.ts';
import { changedSettings, DEFAULTS } from './settings.ts';

type SettingChipsProps = { settings: AskSettings; onChange: (change: Partial<AskSettings>) => void };

/** What differs from the defaults, each with its way back. */
export function SettingChips({ settings, onChange }: SettingChipsProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const writes = useWrites();
  // Who answers is chosen beside these where there is a choice.
  const shown = changedSettings(settings).filter((name) => name !== 'answerer' || !writes);
  return shown.map((name) => {
    const label = t(`settings.names.${name}`);
    const standard = wordSetting(name, DEFAULTS[name], t, formats, writes);
    return (
      <Chip
        key={name}
        variant="outlined"
        label={
          <>
            {label}{' '}
            <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary', marginInline: 0.5 }}>
              {wordSetting(name, settings[name], t, formats, writes)}
            </Box>{' '}
            <Box component="span" sx={{ color: 'text.tertiary' }}>
              {t('settings.default', { value: standard })}
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
            aria-label={t('settings.resetOne', { name: label, value: standard })}
          />
        }
      />
    );
  });
}
