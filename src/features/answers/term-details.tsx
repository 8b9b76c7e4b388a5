import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useTranslation } from 'react-i18next';
import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { asTyped, spellAlternative, wordFold, wordOrigin } from './explained-words.ts';

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function Alternatives({ term, explanation }: { term: ReadTerm; explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  if (term.alternatives.length === 0) return null;
  const alternatives = term.alternatives.map((one, index) => ({
    ...one,
    text: spellAlternative(explanation, term, index),
  }));
  const found = alternatives.filter(({ passages }) => passages > 0);
  const absent = alternatives.filter(({ passages }) => passages === 0);
  const described = found.map(({ text, origin, weight, passages }) => {
    const words = { text, origin: wordOrigin(origin, t), share: formats.percent(weight) };
    return t('reading.counts', { ...words, count: passages });
  });
  return (
    <Typography variant="body2" component="div" sx={{ color: 'text.secondary', gridColumn: '1 / -1' }}>
      {found.length === 0 ? null : (
        <>
          {t('reading.also')}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
            {described.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </Box>
        </>
      )}
      {absent.length === 0 ? null : (
        <div>
          {t('reading.alsoAbsent', {
            words: formats.list(absent.map(({ text }) => t('quoted', { words: text }))),
          })}
        </div>
      )}
    </Typography>
  );
}

/** Each word searched for: its spelling as compared, its stem, where it was found, what it weighs, what else counts. */
export function TermDetails({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { terms, list } = explanation;
  return (
    <>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          marginBlockStart: 1,
          padding: 0,
          borderBlockStart: 1,
          borderColor: 'line.soft',
        }}
      >
        {terms.map((term) => {
          const typed = asTyped(explanation, term);
          const folds = term.folds.map((fold) => wordFold(fold, t));
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
                {folds.length === 0 ? null : (
                  <>
                    {' '}
                    <ArrowRight size={14} aria-hidden style={{ verticalAlign: 'middle' }} />{' '}
                    <BidiText>{term.word}</BidiText> ({formats.list(folds)})
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
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.tertiary', marginBlockStart: 0.5 }}>
        {t('reading.weightHint')}
      </Typography>
    </>
  );
}
