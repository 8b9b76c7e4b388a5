import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { HealthEncoding } from '#contract/health.ts';
import { useFormats } from '#src/i18n/locale.tsx';

/** As people write it. */
const labelOf = (label: string) => label.replace(/^utf/u, 'UTF').replace(/^windows/u, 'Windows');

/** By which table the bytes were read, and how that was known. */
export function EncodingLine({ encoding }: { encoding: HealthEncoding }) {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const { label, by, certainty, declared } = encoding;
  const isGuess = by === 'guess';
  return (
    <Box component="p" sx={{ margin: 0, typography: 'body2' }}>
      {t(`encoding.${by}`, { label: labelOf(label), certainty: formats.percent(certainty / 100) })}.
      {declared === null ? null : ` ${t('encoding.declared', { declared: labelOf(declared) })}`}
      {isGuess ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {t('encoding.next')}
        </Box>
      ) : null}
    </Box>
  );
}
