import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExplainedPassage, Explanation } from '#contract/explanations.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import {
  alternativeOf,
  listOriginalTexts,
  originalText,
  originLabel,
} from '#src/ui/answer/explanation-labels.ts';
import type { ExplanationState } from '#src/ui/answer/use-explanation.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { matchSpelling, ScoreParts } from './score-parts.tsx';

/** From which share of the attainable points on a passage is called so. */
const CLOSENESS = [
  ['very', 0.75],
  ['close', 0.5],
  ['partly', 0.25],
  ['distant', Number.NEGATIVE_INFINITY],
] as const;

type PassageProps = { passage: ExplainedPassage; explanation: Explanation };

/** How many of the question's words a passage has, and how many of those stand in its titles. */
function countWords({ passage }: Pick<PassageProps, 'passage'>): { terms: Set<number>; titled: Set<number> } {
  const terms = new Set(passage.terms.map(({ term }) => term));
  const titled = new Set(
    passage.terms.flatMap(({ term, places }) => (places.some((place) => place !== 'text') ? [term] : [])),
  );
  return { terms, titled };
}

/** Why a passage is where it is, in words: how close, which words of the question it has and where, which are missing. */
function ScoreWords({ passage, explanation }: PassageProps) {
  const { t } = useTranslation('explain');
  const formats = useFormats();
  const { terms, titled } = countWords({ passage });
  const { attainable } = explanation.ranking;
  const share = attainable > 0 ? passage.sum / attainable : 0;
  const [closeness] = CLOSENESS.find(([, from]) => share >= from) ?? CLOSENESS[3];
  const missingTerms = explanation.terms.filter((_, index) => !terms.has(index));
  const isNear = passage.parts.some(({ kind, value }) => kind === 'semantic' && value > 0);
  const title =
    titled.size === 0
      ? undefined
      : titled.size < terms.size
        ? t('why.title.some', { count: titled.size })
        : t(`why.title.${terms.size === 1 ? 'one' : terms.size === 2 ? 'both' : 'all'}`);
  const words = t('why.found', { found: terms.size, count: explanation.terms.length });
  const summary =
    terms.size === 0
      ? t(isNear ? 'why.semanticOnly' : 'why.noWords')
      : title === undefined
        ? words
        : t('why.foundIn', { words, title });
  const others = passage.terms.flatMap((matched) => {
    const term = explanation.terms[matched.term];
    const alternative = alternativeOf(explanation, matched);
    if (term === undefined || alternative === undefined) return [];
    const text = matchSpelling(matched, { passage, explanation }) ?? alternative.text;
    return [
      {
        word: originalText(explanation, term),
        by: t('why.by', { text, origin: originLabel(alternative.origin, t) }),
      },
    ];
  });
  return (
    <>
      <Typography variant="body2">
        {t('why.summary', { closeness: t(`why.closeness.${closeness}`), words: summary })}
      </Typography>
      {others.length === 0 ? null : (
        <PlainList>
          {others.map(({ word, by }) => (
            <Typography component="li" variant="body2" key={`${word} ${by}`} sx={{ color: 'text.secondary' }}>
              <Box component="span" sx={{ color: 'text.primary' }}>
                <BidiText>{word}</BidiText>
              </Box>{' '}
              {by}
            </Typography>
          ))}
        </PlainList>
      )}
      {terms.size === 0 || missingTerms.length === 0 ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('why.missing', { words: listOriginalTexts(explanation, missingTerms, { t, formats }) })}
        </Typography>
      )}
    </>
  );
}

/** The words, and the figures behind one more click. */
function PassageScore({ passage, explanation }: PassageProps) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const figuresId = useId();
  return (
    <>
      <ScoreWords passage={passage} explanation={explanation} />
      <DisclosureButton open={open} controls={figuresId} label={t('why.figures')} onToggle={setOpen} />
      {open ? (
        <Box id={figuresId}>
          <ScoreParts passage={passage} explanation={explanation} />
        </Box>
      ) : null}
    </>
  );
}

type DisclosureButtonProps = {
  open: boolean;
  controls: string;
  label: string;
  name?: string;
  onToggle: (open: boolean) => void;
};

function DisclosureButton({ open, controls, label, name, onToggle }: DisclosureButtonProps) {
  return (
    <Button
      size="small"
      color="secondary"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      aria-label={name}
      onClick={() => onToggle(!open)}
      endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
      sx={{ fontWeight: 400, marginInlineStart: -1.5, gap: 0.5 }}
    >
      {label}
    </Button>
  );
}

type ScoreExplanationProps = { explanationState: ExplanationState; rank: number };

/** Explanation of a passage's score, or the state of the request for it. */
function ScoreExplanation({ explanationState, rank }: ScoreExplanationProps) {
  const { t } = useTranslation('explain');
  if (explanationState.state === 'failed')
    return <FaultNotice error={explanationState.error} onRetry={explanationState.retry} />;
  if (explanationState.state === 'changed')
    return <Typography variant="body2">{t('changed.message')}</Typography>;
  if (explanationState.state !== 'ready') return <SkeletonRows rows={2} height={32} bars={[0.7, 0.2]} />;
  const { explanation } = explanationState;
  const passage = explanation.passages[rank - 1];
  return passage === undefined ? null : <PassageScore passage={passage} explanation={explanation} />;
}

/** "Why this score" under a document, closed at first. */
export function ScoreDisclosure({ explanationState, rank }: ScoreExplanationProps) {
  const { t } = useTranslation('explain');
  const [open, setOpen] = useState(false);
  const panelId = useId();
  return (
    <>
      <DisclosureButton
        open={open}
        controls={panelId}
        label={t('why.show')}
        name={t('why.of', { rank })}
        onToggle={setOpen}
      />
      {open ? (
        <Box
          component="section"
          id={panelId}
          aria-label={t('why.of', { rank })}
          sx={{
            flexBasis: '100%',
            minWidth: 0,
            borderBlockStart: 1,
            borderColor: 'line.soft',
            paddingBlock: 1,
          }}
        >
          <ScoreExplanation explanationState={explanationState} rank={rank} />
        </Box>
      ) : null}
    </>
  );
}
