import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { wordMeaning } from './explained-words.ts';

/** Under the documents: how many were looked through, and why the list is no longer than it is. */
export function ListEnd({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { list, ranking, meaning } = explanation;
  const least = formats.number(ranking.leastScore, { maximumFractionDigits: 2 });
  const sentences = [
    t('end.searched', { count: list.searched, compared: list.compared }),
    list.end === 'limit' ? t('end.limit', { count: list.limit }) : '',
    list.otherDocuments > 0
      ? t('end.documents', { count: list.otherDocuments, most: list.maxDocuments })
      : '',
    list.tooFar > 0 ? t('end.relevance', { count: list.tooFar, least }) : '',
    list.end === 'nothing-left' ? t('end.nothing') : '',
    meaning ? wordMeaning(meaning, t) : '',
  ].filter((sentence) => sentence !== '');
  return (
    <Box sx={{ paddingBlock: 2, paddingInline: { xs: 2, md: 3 } }}>
      {sentences.map((sentence) => (
        <Typography key={sentence} variant="body2" sx={{ color: 'text.tertiary' }}>
          {sentence}
        </Typography>
      ))}
    </Box>
  );
}
