import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { QuestionEffect } from '#contract/synonyms.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { changeOf, countChanges } from './count-changes.ts';
import { MovedList } from './moved-list.tsx';

/** What the sample questions find without the group and with it: in a sentence first, then each. */
export function QuestionEffects({ effects }: { effects: readonly QuestionEffect[] }) {
  const { t } = useTranslation('synonyms');
  const { first, later } = countChanges(effects);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box role="status">
        <Typography variant="statement" component="p" sx={{ margin: 0 }}>
          {first === 0
            ? t('measure.noneChanged', { total: effects.length })
            : t('measure.firstChanged', { count: first, total: effects.length })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {[
            ...(later > 0 ? [t('measure.laterChanged', { count: later })] : []),
            ...(first + later > 0 ? [t('measure.yours')] : []),
          ].join(' ')}
        </Typography>
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', margin: 0, padding: 0, borderBlockStart: 1, borderColor: 'line.firm' }}
      >
        {effects.map((effect) => (
          <Effect key={effect.question} effect={effect} />
        ))}
      </Box>
    </Box>
  );
}

function Effect({ effect }: { effect: QuestionEffect }) {
  const { t } = useTranslation('synonyms');
  const { question, uses, before, after } = effect;
  const change = changeOf(effect);
  const words =
    change === 'first'
      ? t('measure.moved')
      : change === 'later'
        ? t('measure.movedBelow')
        : uses
          ? t('measure.nothingMoves', { count: Math.max(1, after.length) })
          : t('measure.notUsed');
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
        <Typography component="h3" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          <BidiText>{question}</BidiText>
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{ color: change === 'none' ? 'text.tertiary' : 'teal.ink' }}
        >
          {words}
        </Typography>
      </Box>
      {change === 'none' ? null : (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            columnGap: 4,
            rowGap: 2,
            marginBlockStart: 1,
          }}
        >
          <MovedList title={t('measure.before')} passages={before} side="before" />
          <MovedList title={t('measure.after')} passages={after} side="after" />
        </Box>
      )}
    </Box>
  );
}
