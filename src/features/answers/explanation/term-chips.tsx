import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { alternativeSpelling, originalText, originLabel } from '#src/ui/answer/explanation-labels.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { isTermAbsent } from '#src/ui/run/next-steps.ts';

type TermChipsProps = { explanation: Explanation; expanded: boolean; onOpen: () => void };

/** Alternatives of a word that some passage has, as the passage spells them. */
function matchedAlternatives(term: ReadTerm, explanation: Explanation) {
  return term.alternatives.flatMap(({ passages, origin }, index) =>
    passages > 0 ? [{ origin, text: alternativeSpelling(explanation, term, index) }] : [],
  );
}

/** The searched words in the order of the question; each has a tooltip, and opens the details. */
export function TermChips({ explanation, expanded, onOpen }: TermChipsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { terms, list } = explanation;
  const describe = (term: ReadTerm) =>
    formats.list([
      t('reading.stem', { stem: term.stem }),
      t('reading.found', { count: term.passages, total: list.searched }),
      ...matchedAlternatives(term, explanation).map(
        ({ text, origin }) => `${text} (${originLabel(origin, t)})`,
      ),
    ]);
  return (
    <PlainList sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {terms.map((term) => {
        const absent = isTermAbsent(term);
        const alternativeCount = matchedAlternatives(term, explanation).length;
        return (
          <li key={term.start}>
            <Tooltip title={describe(term)} describeChild>
              <ButtonBase
                aria-expanded={expanded}
                onClick={onOpen}
                sx={{
                  typography: 'body2',
                  minHeight: 28,
                  paddingInline: 1,
                  gap: 0.75,
                  borderRadius: '6px',
                  bgcolor: absent ? 'saffron.wash' : 'teal.wash',
                  color: absent ? 'saffron.ink' : 'teal.ink',
                }}
              >
                <Box component="span" sx={{ fontWeight: absent ? 600 : 400 }}>
                  <BidiText>{originalText(explanation, term)}</BidiText>
                </Box>
                {alternativeCount === 0 ? null : (
                  <bdi dir="ltr">{`+${formats.number(alternativeCount)}`}</bdi>
                )}
                {absent ? <Box component="span">{t('reading.absent')}</Box> : null}
              </ButtonBase>
            </Tooltip>
          </li>
        );
      })}
    </PlainList>
  );
}
