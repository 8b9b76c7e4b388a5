import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ShownAnswer } from './shown-answer.ts';

/** The line under the words of each level of support: its form says it, not only its colour. */
export const UNDERLINE_STYLES = {
  partial: { style: 'dashed', colour: 'saffron' },
  unsupported: { style: 'wavy', colour: 'brick' },
} as const;

function SupportSwatch({ level }: { level: keyof typeof UNDERLINE_STYLES }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={({ palette }) => ({
        marginInlineEnd: 0.75,
        textDecorationLine: 'underline',
        textDecorationStyle: UNDERLINE_STYLES[level].style,
        textDecorationThickness: '1px',
        textDecorationColor: palette[UNDERLINE_STYLES[level].colour].fill,
        whiteSpace: 'pre',
      })}
    >
      {'\u00a0'.repeat(6)}
    </Box>
  );
}

/** How many sentences of a model the passages support, and what the underlines mean. */
export function SupportSummary({ sentences }: Pick<ShownAnswer, 'sentences'>) {
  const { t } = useTranslation('answer');
  const judged = sentences.filter(({ level }) => level !== 'plain');
  const supported = judged.filter(({ level }) => level === 'supported').length;
  const shownLevels = (['partial', 'unsupported'] as const).filter((shownLevel) =>
    judged.some(({ level }) => level === shownLevel),
  );
  if (judged.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, color: 'text.secondary' }}>
      <Typography
        variant="body2"
        component="div"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}
      >
        <span>
          {supported === judged.length
            ? t('support.all', { count: supported })
            : supported === 0
              ? t('support.nothing', { count: judged.length })
              : t('support.some', { supported, total: judged.length })}
        </span>
        {shownLevels.map((support) => (
          <span key={support}>
            <SupportSwatch level={support} />
            {t(`support.${support}`)}
          </span>
        ))}
      </Typography>
      {shownLevels.length === 0 ? null : (
        <Typography variant="caption" sx={{ color: 'text.tertiary', maxWidth: '70ch' }}>
          {t('support.hint')}
        </Typography>
      )}
    </Box>
  );
}
