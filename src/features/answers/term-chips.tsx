import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { asTyped, spellAlternative, wordOrigin } from './explained-words.ts';

type TermChipsProps = { explanation: Explanation; expanded: boolean; onOpen: () => void };

/** Whether no passage has a word in any wording. */
export function isAbsent({ passages, alternatives }: ReadTerm): boolean {
  return passages === 0 && alternatives.every((alternative) => alternative.passages === 0);
}

/** What else than the word itself is in some passage, as it is spelled there. */
function foundOf(term: ReadTerm, explanation: Explanation) {
  return term.alternatives.flatMap(({ passages, origin }, index) =>
    passages > 0 ? [{ origin, text: spellAlternative(explanation, term, index) }] : [],
  );
}

/** The words searched for, in the order of the question; each says more when pointed at, and opens the whole list. */
export function TermChips({ explanation, expanded, onOpen }: TermChipsProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { terms, list } = explanation;
  const describe = (term: ReadTerm) =>
    formats.list([
      t('reading.stem', { stem: term.stem }),
      t('reading.found', { count: term.passages, total: list.searched }),
      ...foundOf(term, explanation).map(({ text, origin }) => `${text} (${wordOrigin(origin, t)})`),
    ]);
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {terms.map((term) => {
        const absent = isAbsent(term);
        const others = foundOf(term, explanation).length;
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
                  <BidiText>{asTyped(explanation, term)}</BidiText>
                </Box>
                {others === 0 ? null : <bdi dir="ltr">{`+${formats.number(others)}`}</bdi>}
                {absent ? <Box component="span">{t('reading.absent')}</Box> : null}
              </ButtonBase>
            </Tooltip>
          </li>
        );
      })}
    </Box>
  );
}
