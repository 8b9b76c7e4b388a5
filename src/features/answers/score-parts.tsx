import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ExplainedPassage, Explanation } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { wordPart } from './explained-words.ts';
import { MatchedTerms } from './matched-terms.tsx';
import { partFill } from './part-fill.ts';

type ScorePartsProps = { passage: ExplainedPassage; explanation: Explanation };

export const points = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** Parts that round to nothing are left out. */
const LEAST_SHOWN = 0.005;

/** What a score is summed from: as one bar against what could be had, and as a list with names and values. */
export function ScoreParts({ passage, explanation }: ScorePartsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { sum } = passage;
  const { attainable } = explanation.ranking;
  const parts = passage.parts.filter(({ value }) => Math.abs(value) >= LEAST_SHOWN);
  return (
    <>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          gap: '2px',
          height: 10,
          marginBlock: 1,
          borderRadius: '4px',
          overflow: 'hidden',
          bgcolor: 'track.fill',
        }}
      >
        {parts.map(({ kind, value }) => (
          <Box
            key={kind}
            style={{ width: `${(100 * Math.max(0, value)) / Math.max(sum, attainable, LEAST_SHOWN)}%` }}
            sx={[{ minWidth: 2 }, partFill(kind)]}
          />
        ))}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.75 }}>
        {parts.map(({ kind, value }) => (
          <Box
            component="li"
            key={kind}
            sx={{ display: 'grid', gridTemplateColumns: '18px minmax(0, 1fr) auto', alignItems: 'baseline' }}
          >
            <Box aria-hidden sx={[{ width: 10, height: 10, borderRadius: '2px' }, partFill(kind)]} />
            <Typography variant="body2" component="span">
              {wordPart(kind, t)}
            </Typography>
            <Typography
              variant="body2"
              component="span"
              sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
            >
              {formats.number(value, points)}
            </Typography>
            {kind === 'words' ? (
              <Box sx={{ gridColumn: '2 / -1', minWidth: 0 }}>
                <MatchedTerms passage={passage} explanation={explanation} />
              </Box>
            ) : null}
          </Box>
        ))}
      </Box>
    </>
  );
}
