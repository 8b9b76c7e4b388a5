import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import Moon from 'virtual:lucide/moon';
import Sun from 'virtual:lucide/sun';
import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { languageNames, otherLanguage } from '#src/i18n/languages.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { useSetPreferences } from '#src/app/preferences-context.tsx';

// Connect uses these too, so they take the browser's own tooltip: MUI's would add 10 kB to the first load.

export function LanguageToggle() {
  const { t } = useTranslation('shell');
  const { language } = useLocale();
  const set = useSetPreferences();
  const other = otherLanguage(language);
  const name = languageNames[other];
  return (
    <Button
      size="small"
      lang={other}
      title={t('switchLanguage', { name })}
      onClick={() => set({ language: other })}
      sx={{ color: 'text.secondary', fontWeight: 400, minWidth: 44 }}
    >
      <BidiText>{name}</BidiText>
    </Button>
  );
}

export function ThemeToggle() {
  const { t } = useTranslation('shell');
  const set = useSetPreferences();
  const dark = useTheme().palette.mode === 'dark';
  const label = t(dark ? 'toLight' : 'toDark');
  return (
    <IconButton aria-label={label} title={label} onClick={() => set({ theme: dark ? 'light' : 'dark' })}>
      {dark ? <Sun size={20} /> : <Moon size={20} />}
    </IconButton>
  );
}
