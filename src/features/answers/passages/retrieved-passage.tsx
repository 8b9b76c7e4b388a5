import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '#common/text-direction.ts';
import type { RetrievedDocument } from '#contract/answers.ts';
import { ScoreDisclosure } from '#src/features/answers/explanation/score-explanation.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { isFoldable } from '#src/ui/answer/excerpt.ts';
import { passagePath } from '#src/ui/answer/passage-path.ts';
import { PassageText } from '#src/ui/answer/passage-text.tsx';
import { fileNameOf } from '#src/ui/answer/passage-unit.ts';
import { ScoreBar } from '#src/ui/answer/score-bar.tsx';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { UseChip } from '#src/ui/answer/use-chip.tsx';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import type { PassageUse } from '#src/ui/answer/used-passages.ts';
import { currentPassageBar } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { useSingleKeys } from '#src/ui/single-keys-context.ts';
import { TextDate } from '#src/ui/text-date.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';

type RetrievedPassageProps = {
  id: string;
  rank: number;
  document: RetrievedDocument;
  /** Date of its text, where the gateway says. */
  readOn: string | null | undefined;
  /** All passages of the list. */
  listed: readonly RetrievedDocument[];
  /** The score of a full bar. */
  maxScore: number;
  question: string;
  current: boolean;
  /** Whether a person navigated to the passage, which then shows in full. */
  chosen: boolean;
  /** How the answer uses it. */
  use: PassageUse | undefined;
  /** The unit of the passage, when known. */
  unit: { id: number; title: string } | undefined;
  /** What became of its text since the run was kept; undefined for a run of this visit. */
  state: 'current' | 'changed' | 'deleted' | 'removed' | undefined;
  explanationState: ExplanationState;
  onSelect: () => void;
  /** Keeps that the passage answers the question. */
  onMark: (() => void) | undefined;
};

type PassageOriginProps = Pick<RetrievedPassageProps, 'document' | 'readOn' | 'unit' | 'use' | 'state'>;

/** Whether the answer uses a passage, its unit, the file that it was read from, and the date of its text. */
function PassageOrigin({ document, readOn, unit, use, state }: PassageOriginProps) {
  const { t } = useTranslation('playground');
  const { metadata } = document;
  const section = metadata['Section Title'];
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 1.5,
        marginBlockStart: 0.5,
        minWidth: 0,
        color: 'text.tertiary',
      }}
    >
      {use === undefined ? null : <UseChip use={use} />}
      {state === undefined || state === 'current' ? null : (
        <Chip
          size="small"
          variant="outlined"
          label={t(`runs.state.${state}`)}
          sx={{ height: 22, flexShrink: 0 }}
        />
      )}
      {unit === undefined ? null : state === 'deleted' || state === 'removed' ? (
        <TruncatedText sx={{ fontWeight: 600, minWidth: 0 }}>{unit.title}</TruncatedText>
      ) : (
        <TextLink
          to={paths.unit(unit.id, section === '' ? {} : { section })}
          variant="body2"
          sx={{
            fontWeight: 600,
            // A target that a finger can hit.
            lineHeight: '24px',
            minWidth: 0,
            flexShrink: 1,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          <BidiText>{unit.title}</BidiText>
        </TextLink>
      )}
      <Box sx={{ display: 'flex', minWidth: 0, flex: '0 10 auto' }}>
        <MonoText truncate>{fileNameOf(metadata.file_id)}</MonoText>
      </Box>
      <Typography variant="caption" component="span">
        <TextDate readOn={readOn} form="brief" />
      </Typography>
    </Box>
  );
}

/** A retrieved passage: rank, section, score, text with the words of the question marked, unit and file. */
export function RetrievedPassage(props: RetrievedPassageProps) {
  const { id, rank, document, readOn, listed, maxScore, question } = props;
  const { current, chosen, use, unit, state, explanationState } = props;
  const { t } = useTranslation(['playground', 'answer']);
  const formats = useFormats();
  const hasSingleKeys = useSingleKeys();
  const [toggled, setToggled] = useState<boolean>();
  const explanation = explanationOf(explanationState);
  const explained = explanation?.passages[rank - 1];
  const foldable = isFoldable(document.text);
  const expanded = toggled ?? chosen;
  const path = passagePath(document, unit?.title, listed);
  const quotes = explanation?.answer.quotes.flatMap(({ passage, inPassage }) =>
    passage === rank - 1 && use !== undefined && use !== 'cited' ? [inPassage] : [],
  );
  return (
    <Box
      component="li"
      id={id}
      tabIndex={-1}
      aria-label={t('documents.rank', { rank })}
      aria-current={current ? 'true' : undefined}
      onClick={props.onSelect}
      sx={{
        ...currentPassageBar(current),
        display: 'grid',
        gridTemplateColumns: '36px minmax(0, 1fr)',
        paddingBlock: 2,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: current ? 'background.hover' : undefined,
        scrollMarginBlock: 120,
        '&:focus': { outline: 'none' },
      }}
    >
      <Typography aria-hidden sx={{ fontWeight: 600, color: 'text.tertiary' }}>
        {formats.number(rank)}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Box dir={directionOf(document.text)} data-own-direction="">
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24, marginBlockEnd: 0.5 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>{path.length === 0 ? null : <SectionPath path={path} />}</Box>
            <ScoreBar score={document.score} maxScore={maxScore} />
          </Box>
          <PassageText
            text={document.text}
            question={question}
            explained={explanation && explained && { marks: explained.marks, explanation }}
            quotes={quotes}
            folded={!expanded}
          />
          <PassageOrigin document={document} readOn={readOn} unit={unit} use={use} state={state} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {foldable ? (
            <Button
              size="small"
              aria-expanded={expanded}
              aria-label={t(expanded ? 'answer:collapseOf' : 'answer:expandOf', { rank })}
              onClick={() => setToggled(!expanded)}
              sx={{ fontWeight: 400, marginInlineStart: -1.5 }}
            >
              {t(expanded ? 'answer:collapse' : 'answer:expand')}
            </Button>
          ) : null}
          {props.onMark === undefined ? null : (
            <Button
              size="small"
              aria-label={t('verdict.markOf', { rank })}
              {...(current && hasSingleKeys ? { 'aria-keyshortcuts': 'A' } : {})}
              onClick={props.onMark}
              sx={{ fontWeight: 400, marginInlineStart: foldable ? 0 : -1.5 }}
            >
              {t('verdict.mark')}
            </Button>
          )}
          {explanationState.state === 'absent' ? null : (
            <ScoreDisclosure explanationState={explanationState} rank={rank} />
          )}
        </Box>
      </Box>
    </Box>
  );
}
