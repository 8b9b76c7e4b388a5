import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#src/i18n/languages.ts';
import { usePreferences, useSetPreferences } from './preferences-context.tsx';

type ChoiceProps<Value extends string> = {
  label: string;
  hint?: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string }[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ label, hint, value, options, onChoose }: ChoiceProps<Value>) {
  const labelId = useId();
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
        alignItems: 'center',
        gap: 1,
        paddingBlock: 1.5,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Typography id={labelId} component="span">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={value}
          aria-labelledby={labelId}
          onChange={(_event, next: Value | null) => {
            if (next !== null) onChoose(next);
          }}
        >
          {options.map((option) => (
            <ToggleButton key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {hint === undefined ? null : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hint}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** Language, theme and digits; each takes effect at once and is remembered in this browser. */
export function Appearance() {
  const { t } = useTranslation('settings');
  const { language, theme, digits } = usePreferences();
  const set = useSetPreferences();
  return (
    <Box component="section" sx={{ maxWidth: 720 }}>
      <Typography variant="h2" sx={{ marginBlockEnd: 1 }}>
        {t('appearance')}
      </Typography>
      <Choice
        label={t('language')}
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        onChoose={(value) => set({ language: value })}
      />
      <Choice
        label={t('theme')}
        value={theme}
        options={[
          { value: 'light', label: t('themeLight') },
          { value: 'dark', label: t('themeDark') },
          { value: 'system', label: t('themeSystem') },
        ]}
        onChoose={(value) => set({ theme: value })}
      />
      <Choice
        label={t('digits')}
        hint={t('digitsSample', { number: 1234567.89 })}
        value={digits}
        options={[
          { value: 'latn', label: t('digitsWestern') },
          { value: 'arab', label: t('digitsArabic') },
        ]}
        onChoose={(value) => set({ digits: value })}
      />
    </Box>
  );
}
