import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ExplainedPassage, Explanation } from '#contract/explanations.ts';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { listTyped } from './explained-words.ts';
import { ScoreParts } from './score-parts.tsx';
import type { Explained } from './use-explanation.ts';

const points = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function PassageScore({ passage, explanation }: { passage: ExplainedPassage; explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { sum, document, terms } = passage;
  const { attainable } = explanation.ranking;
  const words = {
    sum: formats.number(sum, points),
    attainable: formats.number(attainable, { maximumFractionDigits: 1 }),
    score: formats.number(document.score, points),
  };
  const found = new Set(terms.map(({ term }) => term));
  const isNear = passage.parts.some(({ kind, value }) => kind === 'meaning' && value > 0);
  const missing = explanation.terms.filter((_, index) => !found.has(index));
  const quotes = explanation.answer.quotes.filter((quote) => explanation.passages[quote.passage] === passage);
  return (
    <>
      <Typography variant="body2">{t('why.sum', words)}</Typography>
      <ScoreParts passage={passage} explanation={explanation} />
      {terms.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 1 }}>
          {t(isNear ? 'why.noWordsButMeaning' : 'why.noWords')}
        </Typography>
      ) : missing.length > 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 1 }}>
          {t('why.missing', { words: listTyped(explanation, missing, { t, formats }) })}
        </Typography>
      ) : null}
      {quotes.length === 0 ? null : (
        <Box sx={{ marginBlockStart: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('why.quoted')}
          </Typography>
          {quotes.map(({ inPassage: { start, end } }) => (
            <Typography
              key={start}
              component="blockquote"
              variant="body2"
              dir="auto"
              sx={{
                margin: 0,
                paddingInlineStart: 1.5,
                borderInlineStart: 2,
                borderColor: 'teal.fill',
                unicodeBidi: 'plaintext',
                overflowWrap: 'anywhere',
              }}
            >
              {document.text.slice(start, end)}
            </Typography>
          ))}
        </Box>
      )}
    </>
  );
}

/** Why one document has its score; what there is to see while that is not known yet. */
export function WhyScore({ explained, index }: { explained: Explained; index: number }) {
  const { t } = useTranslation('explain');
  if (explained.state === 'failed') return <FaultNotice error={explained.error} onRetry={explained.retry} />;
  if (explained.state === 'changed') return <Typography variant="body2">{t('changed.message')}</Typography>;
  if (explained.state !== 'ready') return <SkeletonRows rows={2} height={32} bars={[0.7, 0.2]} />;
  const passage = explained.explanation.passages[index];
  return passage === undefined ? null : (
    <PassageScore passage={passage} explanation={explained.explanation} />
  );
}
