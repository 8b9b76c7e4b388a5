import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { asTyped, wordDropped } from './explained-words.ts';

/** Words that were not searched for, struck through, by the reason. */
export function DroppedWords({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const byReason = [...Map.groupBy(explanation.dropped, ({ why }) => why)];
  if (byReason.length === 0) return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        marginBlockStart: 0.75,
        color: 'text.secondary',
      }}
    >
      <span>{t('reading.droppedTitle')}</span>
      {byReason.map(([why, words]) => (
        <Box component="span" key={why} sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.75 }}>
          {words.map((dropped) => (
            <s key={dropped.start}>
              <bdi dir="auto">{asTyped(explanation, dropped)}</bdi>
            </s>
          ))}
          <span>({wordDropped(why, t)})</span>
        </Box>
      ))}
    </Typography>
  );
}
