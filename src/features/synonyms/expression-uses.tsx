import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpressionUse } from '#contract/synonyms.ts';
import { BidiText } from '#src/components/bidi-text.tsx';

const BAR = 120;

function UseWords({ use, first }: { use: ExpressionUse; first: string | undefined }) {
  const { t } = useTranslation('synonyms');
  const place =
    use.passages === 0
      ? t('measure.nowhere')
      : `${t('measure.inPassages', { count: use.passages })} ${t('measure.inUnits', { count: use.units })}`;
  const warning = !use.telling
    ? t('measure.passedOver')
    : first === undefined
      ? undefined
      : t('measure.sameAs', { first });
  return (
    <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {use.telling || use.passages > 0 ? place : null}
      {warning === undefined ? null : (
        <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'center', color: 'saffron.ink' }}>
          <TriangleAlert size={14} aria-hidden />
          {warning}
        </Box>
      )}
    </Box>
  );
}

/** In how many passages each expression stands, drawn to the same measure. */
export function ExpressionUses({ uses }: { uses: readonly ExpressionUse[] }) {
  const { t } = useTranslation('synonyms');
  const headingId = useId();
  const most = Math.max(1, ...uses.map(({ passages }) => passages));
  const nowhere = uses.length > 1 && uses.every(({ passages }) => passages === 0);
  return (
    <div>
      <Typography id={headingId} component="h3" variant="body2" sx={{ fontWeight: 600 }}>
        {t('measure.uses')}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={headingId}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1, marginBlockStart: 1 }}
      >
        {uses.map((use) => (
          <Box
            key={use.expression}
            component="li"
            sx={{
              display: 'grid',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                sm: `minmax(120px, 220px) ${BAR}px minmax(0, 1fr)`,
              },
              columnGap: 2,
              rowGap: 0.25,
              alignItems: 'center',
            }}
          >
            <Box component="span" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
              <BidiText>{use.expression}</BidiText>
            </Box>
            <Box
              aria-hidden
              sx={{
                display: { xs: 'none', sm: 'block' },
                height: 6,
                borderRadius: '4px',
                bgcolor: 'track.fill',
                overflow: 'hidden',
              }}
            >
              <Box
                style={{ width: `${(use.passages / most) * 100}%` }}
                sx={{ height: 1, borderRadius: '4px', bgcolor: 'teal.fill' }}
              />
            </Box>
            <UseWords use={use} first={use.sameAs === null ? undefined : uses[use.sameAs]?.expression} />
          </Box>
        ))}
      </Box>
      {nowhere ? (
        <Typography variant="body2" sx={{ color: 'saffron.ink', marginBlockStart: 1 }}>
          {t('measure.allNowhere')}
        </Typography>
      ) : null}
    </div>
  );
}
