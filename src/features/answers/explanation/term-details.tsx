import ArrowRight from 'virtual:lucide/arrow-right';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import {
  alternativeSpelling,
  normalisationLabel,
  originalText,
  originLabel,
} from '#src/ui/answer/explanation-labels.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function Alternatives({ term, explanation }: { term: ReadTerm; explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  if (term.alternatives.length === 0) return null;
  const alternatives = term.alternatives.map((alternative, index) => ({
    ...alternative,
    text: alternativeSpelling(explanation, term, index),
  }));
  const present = alternatives.filter(({ passages }) => passages > 0);
  const absent = alternatives.filter(({ passages }) => passages === 0);
  const described = new Set(
    present.map(({ text, origin, weight, passages }) => {
      const words = { text, origin: originLabel(origin, t), share: formats.percent(weight) };
      return t('reading.counts', { ...words, count: passages });
    }),
  );
  return (
    <Typography variant="body2" component="div" sx={{ color: 'text.secondary', gridColumn: '1 / -1' }}>
      {present.length === 0 ? null : (
        <>
          {t('reading.also')}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
            {Array.from(described, (words) => (
              <li key={words}>{words}</li>
            ))}
          </Box>
        </>
      )}
      {absent.length === 0 ? null : (
        <div>
          {t('reading.alsoAbsent', {
            words: formats.list([...new Set(absent.map(({ text }) => t('quoted', { words: text })))]),
          })}
        </div>
      )}
    </Typography>
  );
}

/** The details of each searched word: normalised spelling, stem, matches, weight and alternatives. */
export function TermDetails({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { terms, list } = explanation;
  return (
    <>
      <PlainList sx={{ marginBlockStart: 1, borderBlockStart: 1, borderColor: 'line.soft' }}>
        {terms.map((term) => {
          const typed = originalText(explanation, term);
          const normalisationLabels = term.normalisations.map((fold) => normalisationLabel(fold, t));
          return (
            <Box
              component="li"
              key={term.start}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
                columnGap: 2,
                paddingBlock: 1,
                borderBlockEnd: 1,
                borderColor: 'line.soft',
              }}
            >
              <Typography variant="body2" component="div">
                <Box component="span" sx={{ fontWeight: 600 }}>
                  <BidiText>{typed}</BidiText>
                </Box>
                {normalisationLabels.length === 0 ? null : (
                  <>
                    {' '}
                    <ArrowRight size={14} aria-hidden style={{ verticalAlign: 'middle' }} />{' '}
                    <BidiText>{term.word}</BidiText> ({formats.list(normalisationLabels)})
                  </>
                )}
                {' · '}
                {t('reading.stem', { stem: term.stem })}
              </Typography>
              <Typography
                variant="body2"
                component="div"
                sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
              >
                {t('reading.found', { count: term.passages, total: list.searched })}
                {' · '}
                {t('reading.weight', { weight: formats.number(term.weight, twoDecimals) })}
              </Typography>
              <Alternatives term={term} explanation={explanation} />
            </Box>
          );
        })}
      </PlainList>
      <Typography variant="caption" component="p" sx={{ color: 'text.tertiary', marginBlockStart: 0.5 }}>
        {t('reading.weightHint')}
      </Typography>
    </>
  );
}
