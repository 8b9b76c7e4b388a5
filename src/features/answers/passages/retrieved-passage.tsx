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

/** Lines of a folded passage, so that six fit on a screen; the one that answers has a line more. */
const FOLDED_LINES = 2;

type UnitLinkProps = { unit: { id: number; title: string }; section: string; expanded: boolean };

/** Leads to the section of a passage in its unit. */
function UnitLink({ unit: { id, title }, section, expanded }: UnitLinkProps) {
  return (
    <TextLink
      to={paths.unit(id, { section })}
      variant="body2"
      title={title}
      sx={{
        fontWeight: 600,
        // A target that a finger can hit.
        lineHeight: '24px',
        minWidth: 40,
        ...(expanded
          ? { flex: '0 1 auto', overflowWrap: 'anywhere' }
          : { flex: '0 1 28%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
      }}
    >
      <BidiText>{title}</BidiText>
    </TextLink>
  );
}

type PassageHeadProps = Pick<
  RetrievedPassageProps,
  'document' | 'readOn' | 'listed' | 'maxScore' | 'unit' | 'use' | 'state'
> & { expanded: boolean };

/** Section, whether the answer uses the passage, unit, file and score: in one line, or in full once it is expanded. */
function PassageHead(props: PassageHeadProps) {
  const { document, readOn, listed, maxScore, unit, use, state, expanded } = props;
  const { t } = useTranslation('playground');
  const { metadata } = document;
  const path = passagePath(document, unit?.title, listed);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: expanded ? 'wrap' : 'nowrap',
        alignItems: 'center',
        columnGap: 0.75,
        minHeight: 24,
        minWidth: 0,
        color: 'text.tertiary',
      }}
    >
      {path.length === 0 ? null : (
        <Box sx={{ flex: expanded ? '1 1 100%' : '1 1 auto', minWidth: '34%', color: 'text.primary' }}>
          <SectionPath path={path} truncate={!expanded} />
        </Box>
      )}
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
        <UnitLink unit={unit} section={metadata['Section Title']} expanded={expanded} />
      )}
      <Box sx={{ display: 'flex', minWidth: 28, flex: expanded ? '0 1 auto' : '0 1 18%' }}>
        <MonoText truncate={!expanded}>{fileNameOf(metadata.file_id)}</MonoText>
      </Box>
      {expanded ? (
        <Typography variant="caption" component="span">
          <TextDate readOn={readOn} form="brief" />
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', marginInlineStart: 'auto', color: 'text.primary' }}>
        <ScoreBar score={document.score} maxScore={maxScore} barWidth={24} />
      </Box>
    </Box>
  );
}

type PassageActionsProps = Pick<RetrievedPassageProps, 'rank' | 'current' | 'onMark' | 'explanationState'> & {
  expanded: boolean;
  /** Absent where the text fits its lines. */
  onToggle: (() => void) | undefined;
};

/** Below the text: the rest of it, what makes it the right passage, and how its score came about. */
function PassageActions(props: PassageActionsProps) {
  const { rank, current, onMark, explanationState, expanded, onToggle } = props;
  const { t } = useTranslation(['playground', 'answer']);
  const hasSingleKeys = useSingleKeys();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        marginInlineStart: -0.75,
        '& > section': { marginInlineStart: 0.75 },
        '& > .MuiButton-root': {
          minHeight: 28,
          minWidth: 24,
          padding: '0 6px',
          marginInlineStart: 0,
          fontWeight: 400,
        },
      }}
    >
      {onToggle === undefined ? null : (
        <Button
          size="small"
          aria-expanded={expanded}
          aria-label={t(expanded ? 'answer:collapseOf' : 'answer:expandOf', { rank })}
          onClick={onToggle}
        >
          {t(expanded ? 'answer:collapse' : 'answer:expand')}
        </Button>
      )}
      {onMark === undefined ? null : (
        <Button
          size="small"
          aria-label={t('verdict.markOf', { rank })}
          {...(current && hasSingleKeys ? { 'aria-keyshortcuts': 'A' } : {})}
          onClick={onMark}
        >
          {t('verdict.mark')}
        </Button>
      )}
      {explanationState.state === 'absent' ? null : (
        <ScoreDisclosure explanationState={explanationState} rank={rank} />
      )}
    </Box>
  );
}

/** A retrieved passage: rank, section, score, text with the words of the question marked, unit and file. */
export function RetrievedPassage(props: RetrievedPassageProps) {
  const { id, rank, document, question, current, chosen, use, explanationState } = props;
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const [toggled, setToggled] = useState<boolean>();
  const explanation = explanationOf(explanationState);
  const explained = explanation?.passages[rank - 1];
  const expanded = toggled ?? chosen;
  const quotes = explanation?.answer.quotes.flatMap(({ passage, inPassage }) =>
    passage === rank - 1 && use !== undefined && use !== 'cited' ? [inPassage] : [],
  );
  const lines = quotes?.length ? FOLDED_LINES + 1 : FOLDED_LINES;
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
        gridTemplateColumns: '24px minmax(0, 1fr)',
        paddingBlock: 1,
        paddingInline: 2,
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
          <PassageHead {...props} expanded={expanded} />
          <PassageText
            text={document.text}
            question={question}
            explained={explanation && explained && { marks: explained.marks, explanation }}
            quotes={quotes}
            folded={!expanded}
            lines={lines}
          />
        </Box>
        <PassageActions
          {...props}
          expanded={expanded}
          onToggle={isFoldable(document.text, lines) ? () => setToggled(!expanded) : undefined}
        />
      </Box>
    </Box>
  );
}
