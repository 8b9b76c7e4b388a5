import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voices } from '#src/api/speech-client.ts';
import { IndexPicker } from '#src/asking/index-picker.tsx';
import { useNamedUnits } from '#src/asking/use-named-units.ts';
import { HearingSettings } from './hearing-settings.tsx';
import type { VoiceSettings } from './settings.ts';
import { SpeakingSettings } from './speaking-settings.tsx';

type SettingsPaneProps = {
  settings: VoiceSettings;
  voices: Voices | undefined;
  /** The language that the answer would be spoken in. */
  spoken: string;
  onChange: (change: Partial<VoiceSettings>) => void;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 2,
        paddingBlock: 2,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Typography id={id} variant="subtitle2" component="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** How a run hears, asks and speaks. */
export function SettingsPane({ settings, voices, spoken, onChange }: SettingsPaneProps) {
  const { t } = useTranslation('voice');
  const headingId = useId();
  const [open, setOpen] = useState(false);
  const units = useNamedUnits(settings.names);
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{
        borderInlineStart: { xs: 0, lg: 1 },
        borderBlockStart: { xs: 1, lg: 0 },
        borderColor: { xs: 'line.firm', lg: 'line.firm' },
        bgcolor: 'background.paper',
        position: { lg: 'sticky' },
        top: { lg: 56 },
        height: { lg: 'calc(100dvh - 56px)' },
        overflowY: { lg: 'auto' },
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          position: { lg: 'sticky' },
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          minHeight: 56,
          paddingInline: { xs: 2, md: 3 },
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          bgcolor: 'background.paper',
        }}
      >
        <Typography id={headingId} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('settings.title')}
        </Typography>
        <IconButton
          size="small"
          aria-label={t('settings.title')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ display: { lg: 'none' } }}
        >
          {open ? <ChevronUp size={20} /> : <ChevronDown size={20} />}
        </IconButton>
      </Box>
      <Box sx={{ display: { xs: open ? 'block' : 'none', lg: 'block' } }}>
        <Part title={t('settings.asking')}>
          <div>
            <IndexPicker names={settings.names} units={units} onChange={(names) => onChange({ names })} />
            {settings.names.length > 0 ? null : (
              <Typography variant="caption" component="p" sx={{ color: 'text.tertiary' }}>
                {t('settings.unitsNone')}
              </Typography>
            )}
          </div>
        </Part>
        <Part title={t('settings.hearing')}>
          <HearingSettings settings={settings} onChange={onChange} />
        </Part>
        <Part title={t('settings.speaking')}>
          <SpeakingSettings settings={settings} voices={voices} spoken={spoken} onChange={onChange} />
        </Part>
      </Box>
    </Box>
  );
}
