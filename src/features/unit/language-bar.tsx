import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { HealthLanguage } from '#contract/health.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';

const HUES = ['teal.fill', 'saffron.fill', 'leaf.fill', 'brick.fill'] as const;
/** A thinner slice cannot be seen; its words can. */
const THINNEST = 1;

/** A language by its name, or its script's where no more is known. */
function nameOf({ language, script }: HealthLanguage, locale: string): string {
  const [type, code] = language === 'und' ? (['script', script] as const) : (['language', language] as const);
  try {
    return new Intl.DisplayNames(locale, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** What a source is written in, by letters: a bar, and the same in words. */
export function LanguageBar({ languages }: { languages: readonly HealthLanguage[] }) {
  const { t } = useTranslation('health');
  const { language: locale } = useLocale();
  const formats = useFormats();
  if (languages.length === 0) return null;
  const words = languages.map((one) => ({
    ...one,
    name: nameOf(one, locale),
    // The whole is never claimed of a part.
    percent: formats.percent(one.share, one.share < 0.1 || (one.share > 0.99 && one.share < 1) ? 1 : 0),
  }));
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          height: 6,
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'line.firm',
          gap: '1px',
        }}
      >
        {words.map(({ script, share }, at) => (
          <Box
            key={script}
            sx={{ width: `${Math.max(share * 100, THINNEST)}%`, bgcolor: HUES[at] ?? 'text.tertiary' }}
          />
        ))}
      </Box>
      <Box
        component="ul"
        aria-label={t('languages')}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
      >
        {words.map(({ script, name, percent }, at) => (
          <Box
            component="li"
            key={script}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              typography: 'caption',
              color: 'text.secondary',
            }}
          >
            <Box
              aria-hidden
              sx={{ width: 8, height: 8, borderRadius: '2px', bgcolor: HUES[at] ?? 'text.tertiary' }}
            />
            {t('language', { name, share: percent })}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
