import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { RetrievedDocument } from '#contract/answers.ts';
import { useFormats } from '#src/i18n/locale.tsx';

type ScoreBarProps = {
  /** Null: the gateway gave none. */
  score: number | null;
  /** The score that fills the bar: the first result's, as the interface gives scores no range. */
  maxScore: number;
  barWidth?: number;
};

/** The score of a full bar beside these passages. */
export function fullBarScore(documents: readonly RetrievedDocument[] = []): number {
  return Math.max(...documents.map(({ score }) => score ?? 0), 1);
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** A score as a number to two decimals and a bar relative to the best one. */
export function ScoreBar({ score, maxScore, barWidth = 56 }: ScoreBarProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (score === null)
    return (
      <Typography component="span" variant="body2" role="img" aria-label={t('noScore')}>
        –
      </Typography>
    );
  const share = maxScore > 0 ? Math.min(1, Math.max(0, score / maxScore)) : 0;
  const figure = formats.number(score, twoDecimals);
  return (
    <Box
      role="img"
      aria-label={t('score', { score: figure })}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, flexShrink: 0 }}
    >
      <Box
        sx={{ width: barWidth, height: 6, borderRadius: '4px', bgcolor: 'track.fill', overflow: 'hidden' }}
      >
        <Box
          style={{ width: `${share * 100}%` }}
          sx={{ height: 1, borderRadius: '4px', bgcolor: 'teal.fill' }}
        />
      </Box>
      <Typography
        component="span"
        variant="body2"
        sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {figure}
      </Typography>
    </Box>
  );
}
