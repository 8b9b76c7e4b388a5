import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '#src/api/client/browser-time-zone.ts';
import { usePreferences, useSetPreferences } from '#src/app/preferences-context.tsx';
import { languageNames, languages } from '#src/i18n/languages.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { SettingsSection } from '#src/ui/settings-section.tsx';

type ToggleSettingProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
};

function ToggleSetting<Value extends string>({ label, value, options, onChange }: ToggleSettingProps<Value>) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <Typography id={id} variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        value={value}
        aria-labelledby={id}
        onChange={(_, chosen: Value | null) => {
          if (chosen !== null) onChange(chosen);
        }}
      >
        {options.map(([option, name]) => (
          <ToggleButton key={option} value={option}>
            <BidiText>{name}</BidiText>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

const SAMPLE_NUMBER = 1_234_567.89;

/** Language, theme, digits and single keys, kept in this browser; and by whose clocks times are shown. */
export function AppearanceSettings() {
  const { t } = useTranslation('settings');
  const { language, theme, digits, singleKeys } = usePreferences();
  const { timeZone } = useLocale();
  const set = useSetPreferences();
  return (
    <SettingsSection title={t('appearance')}>
      <ToggleSetting
        label={t('language')}
        value={language}
        options={languages.map((option) => [option, languageNames[option]])}
        onChange={(chosen) => set({ language: chosen })}
      />
      <ToggleSetting
        label={t('theme')}
        value={theme}
        options={[
          ['light', t('themeLight')],
          ['dark', t('themeDark')],
          ['system', t('themeSystem')],
        ]}
        onChange={(chosen) => set({ theme: chosen })}
      />
      <div>
        <ToggleSetting
          label={t('digits')}
          value={digits}
          options={[
            ['latn', t('digitsWestern')],
            ['arab', t('digitsArabic')],
          ]}
          onChange={(chosen) => set({ digits: chosen })}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
          {t('digitsSample', { number: SAMPLE_NUMBER })}
        </Typography>
      </div>
      <div>
        <ToggleSetting
          label={t('singleKeys.label')}
          value={singleKeys ? 'on' : 'off'}
          options={[
            ['on', t('singleKeys.on')],
            ['off', t('singleKeys.off')],
          ]}
          onChange={(chosen) => set({ singleKeys: chosen === 'on' })}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
          {t('singleKeys.text')}
        </Typography>
      </div>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {timeZone === undefined
          ? t('timeZoneOfBrowser', { zone: browserTimeZone() })
          : t('timeZone', { zone: timeZone })}
      </Typography>
    </SettingsSection>
  );
}
