import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import ArrowRight from 'virtual:lucide/arrow-right';
import type { Explanation, ReadTerm } from '#contract/explanations.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import {
  alternativeSpelling,
  dropReasonLabel,
  normalisationLabel,
  originalText,
  originLabel,
} from '#src/ui/answer/explanation-labels.ts';

type TermChipsProps = { explanation: Explanation; expanded: boolean; onOpen: () => void };

/** Whether no passage has a word in any wording. */
export function isTermAbsent({ passages, alternatives }: ReadTerm): boolean {
  return passages === 0 && alternatives.every((alternative) => alternative.passages === 0);
}

/** Alternatives of a word that some passage has, as the passage spells them. */
function matchedAlternatives(term: ReadTerm, explanation: Explanation) {
  return term.alternatives.flatMap(({ passages, origin }, index) =>
    passages > 0 ? [{ origin, text: alternativeSpelling(explanation, term, index) }] : [],
  );
}

/** The searched words in the order of the question; each has a tooltip, and opens the details. */
function TermChips({ explanation, expanded, onOpen }: TermChipsProps) {
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

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

function Alternatives({ term, explanation }: { term: ReadTerm; explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  if (term.alternatives.length === 0) return null;
  const alternatives = term.alternatives.map((one, index) => ({
    ...one,
    text: alternativeSpelling(explanation, term, index),
  }));
  const found = alternatives.filter(({ passages }) => passages > 0);
  const absent = alternatives.filter(({ passages }) => passages === 0);
  const described = new Set(
    found.map(({ text, origin, weight, passages }) => {
      const words = { text, origin: originLabel(origin, t), share: formats.percent(weight) };
      return t('reading.counts', { ...words, count: passages });
    }),
  );
  return (
    <Typography variant="body2" component="div" sx={{ color: 'text.secondary', gridColumn: '1 / -1' }}>
      {found.length === 0 ? null : (
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
function TermDetails({ explanation }: { explanation: Explanation }) {
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

/** Dropped words, struck through, grouped by reason. */
function DroppedWords({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const byReason = [...Map.groupBy(explanation.dropped, ({ reason }) => reason)];
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
              <bdi dir="auto">{originalText(explanation, dropped)}</bdi>
            </s>
          ))}
          <span>({dropReasonLabel(why, t)})</span>
        </Box>
      ))}
    </Typography>
  );
}

/** The analysis of the question: which words were searched, which were dropped and why. */
export function QueryAnalysis({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const [headingId, detailsId] = [useId(), useId()];
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography id={headingId} variant="body2" component="h2" sx={{ fontWeight: 600 }}>
          {t('reading.title')}
        </Typography>
        {explanation.terms.length === 0 ? null : (
          <Button
            size="small"
            color="secondary"
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => setOpen(!open)}
            endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
            sx={{ fontWeight: 400, gap: 0.5 }}
          >
            {t('reading.show')}
          </Button>
        )}
      </Box>
      {explanation.terms.length === 0 ? (
        <Typography variant="body2">{t('reading.nothing')}</Typography>
      ) : (
        <TermChips explanation={explanation} expanded={open} onOpen={() => setOpen(true)} />
      )}
      <DroppedWords explanation={explanation} />
      {open ? (
        <Box id={detailsId}>
          <TermDetails explanation={explanation} />
        </Box>
      ) : null}
    </Box>
  );
}
