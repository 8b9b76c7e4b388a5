import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SynonymImportReport } from '#contract/synonyms.ts';
import { BidiText } from '#src/components/bidi-text.tsx';

const SHOWN = 8;

/** What an import does or did, and the lines it leaves out with the reason. */
export function ImportReport({ report, done }: { report: SynonymImportReport; done: boolean }) {
  const { t } = useTranslation('synonyms');
  const { added, known, removed, refused, lines } = report;
  const counts = [
    ...(added > 0 ? [t('import.added', { count: added })] : []),
    ...(removed > 0 ? [t('import.removed', { count: removed })] : []),
    ...(known > 0 ? [t('import.known', { count: known })] : []),
    ...(refused > 0 ? [t('import.refused', { count: refused })] : []),
  ];
  const shown = lines.slice(0, SHOWN);
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1 }}>
      <Typography sx={{ fontWeight: 600 }}>{t(done ? 'import.done' : 'import.checked')}</Typography>
      <Typography>{counts.length === 0 ? t('import.nothing') : counts.join(' · ')}</Typography>
      {shown.length === 0 ? null : (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 }}>
          {shown.map(({ line, text, message }) => (
            <Typography key={line} component="li" variant="body2">
              {t('import.line', { line })}: <BidiText>{text}</BidiText>
              <Box component="span" dir="auto" sx={{ display: 'block', color: 'saffron.ink' }}>
                {message}
              </Box>
            </Typography>
          ))}
        </Box>
      )}
      {refused > shown.length ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('import.moreLines', { count: refused - shown.length })}
        </Typography>
      ) : null}
    </Box>
  );
}
