import Languages from 'virtual:lucide/languages';
import Moon from 'virtual:lucide/moon';
import Sun from 'virtual:lucide/sun';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useSetPreferences } from '#src/app/preferences-context.tsx';
import { languageNames, otherLanguage } from '#src/i18n/languages.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';

// Connect uses these too, so they take the browser's own tooltip: MUI's would add 10 kB to the first load.

/** The switch to the other language, labelled in both languages. */
export function useLanguageSwitch() {
  const { t } = useTranslation('shell');
  const { language } = useLocale();
  const set = useSetPreferences();
  const other = otherLanguage(language);
  const name = languageNames[other];
  return {
    name,
    label: t('switchLanguage', { name }),
    lang: other,
    Icon: Languages,
    onSwitch: () => set({ language: other }),
  };
}

/** The switch between light and dark. */
export function useThemeSwitch() {
  const { t } = useTranslation('shell');
  const set = useSetPreferences();
  const dark = useTheme().palette.mode === 'dark';
  return {
    label: t(dark ? 'toLight' : 'toDark'),
    Icon: dark ? Sun : Moon,
    onSwitch: () => set({ theme: dark ? 'light' : 'dark' }),
  };
}

export function LanguageToggle() {
  const { name, label, lang, onSwitch } = useLanguageSwitch();
  return (
    <Button
      size="small"
      lang={lang}
      title={label}
      onClick={onSwitch}
      sx={{ color: 'text.secondary', fontWeight: 400, minWidth: 44 }}
    >
      <BidiText>{name}</BidiText>
    </Button>
  );
}

export function ThemeToggle() {
  const { label, Icon, onSwitch } = useThemeSwitch();
  return (
    <IconButton aria-label={label} title={label} onClick={onSwitch}>
      <Icon size={20} />
    </IconButton>
  );
}
