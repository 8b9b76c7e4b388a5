import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Expectation } from '#contract/tests.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';

/** What a right answer has, in words. */
export function ExpectationSummary({ expectation }: { expectation: Expectation }) {
  const { t } = useTranslation('judging');
  const { quotes, within, contains, lacks, band } = expectation;
  const parts = [
    { label: t('expectation.quotes', { count: within }), values: quotes },
    { label: t('expectation.contains'), values: contains },
    { label: t('expectation.lacks'), values: lacks },
    { label: t('expectation.bandLabel'), values: band === null ? [] : [t(`expectation.band.${band}`)] },
  ].filter(({ values }) => values.length > 0);
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 1, margin: 0 }}>
      {parts.map(({ label, values }) => (
        <div key={label}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
            {label}
          </Typography>
          {values.map((value) => (
            <Typography key={value} component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
              <BidiText>{value}</BidiText>
            </Typography>
          ))}
        </div>
      ))}
    </Box>
  );
}
