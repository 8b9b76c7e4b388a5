import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportReason } from '#contract/reports.ts';
import type { TestDraft } from '#contract/tests.ts';
import { bandStyle } from '#src/ui/answer/answer-band.tsx';
import { currentPassageBar } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { ReasonChoice } from '#src/ui/report/reason-choice.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import type { AskedAnswer } from '#src/ui/test/expect-answer.ts';
import { type BatchRow, type BatchVerdict, leadOf } from './batch.ts';
import { saysQuotes } from './drafts.ts';

const VERDICTS = ['right', 'wrong', 'passage'] as const;
/** A draft is kept or dropped. */
const DRAFT_VERDICTS = ['right', 'wrong'] as const;
const KEYS: Readonly<Record<string, BatchVerdict>> = { Digit1: 'right', Digit2: 'wrong', KeyA: 'passage' };

/** The section of a passage below its unit, whose title is often the first heading too. */
const sectionOf = ({ unitTitle, sectionTitle }: { unitTitle: string; sectionTitle: string }): string =>
  sectionTitle === unitTitle || sectionTitle.startsWith(`${unitTitle} › `)
    ? sectionTitle
    : [unitTitle, sectionTitle].filter((part) => part !== '').join(' › ');

type DraftQuotesProps = { draft: TestDraft; answer: AskedAnswer };

/** What a draft expects, and whether the answer of today says so. */
function DraftQuotes({ draft, answer, outcome }: Required<Pick<BatchRow, 'outcome'>> & DraftQuotesProps) {
  const { t } = useTranslation(['tests', 'judging']);
  const problem =
    outcome !== undefined && outcome !== 'passes' && outcome !== 'nothing'
      ? t('batch.draft.failing', { outcome: t(`judging:outcome.${outcome}`) })
      : saysQuotes(answer, draft)
        ? undefined
        : t('batch.draft.elsewhere');
  return (
    <>
      {draft.quotes.map((quote) => (
        <Box key={quote} sx={{ overflowWrap: 'anywhere' }}>
          <BidiText>{quote}</BidiText>
        </Box>
      ))}
      {problem === undefined ? null : (
        <SmallText tone="saffron">
          {problem} <BidiText>{leadOf(answer)}</BidiText>
        </SmallText>
      )}
    </>
  );
}

/** The lead of an answer or the quotes of a draft, how sure the answer is, and the section of its source. */
function BatchAnswer({ draft, answer, outcome }: Omit<BatchRow, 'answer'> & { answer: AskedAnswer }) {
  const { t } = useTranslation('answer');
  const { band, documents } = answer;
  const source = draft ?? documents[0];
  return (
    <>
      {draft === undefined ? (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <BidiText>{leadOf(answer)}</BidiText>
        </Box>
      ) : (
        <DraftQuotes draft={draft} answer={answer} outcome={outcome} />
      )}
      <SmallText tone="secondary">
        {band == null ? null : (
          <Box component="span" sx={{ color: bandStyle(band).ink, fontWeight: 600 }}>
            {t(`band.${band}`)}
          </Box>
        )}
        {source === undefined ? null : (
          <>
            {' · '}
            <BidiText>{sectionOf(source)}</BidiText>
          </>
        )}
      </SmallText>
    </>
  );
}

type VerdictButtonsProps = { row: BatchRow; current: boolean; onJudge: (verdict: BatchVerdict) => void };

function VerdictButtons({ row, current, onJudge }: VerdictButtonsProps) {
  const { t } = useTranslation('tests');
  const { question, draft, answer, verdict } = row;
  return (
    <Box role="group" aria-label={t('batch.verdictOf', { question })} sx={{ display: 'flex', gap: 1 }}>
      {(draft ? DRAFT_VERDICTS : VERDICTS).map((name) => (
        <Button
          key={name}
          size="small"
          tabIndex={current ? 0 : -1}
          variant={verdict === name ? 'contained' : 'text'}
          aria-pressed={verdict === name}
          disabled={name === 'passage' && !answer?.documents.length}
          onClick={() => onJudge(name)}
        >
          {draft && name !== 'passage' ? t(`batch.draft.${name}`) : t(`batch.verdict.${name}`)}
        </Button>
      ))}
    </Box>
  );
}

/** What became of the test that a verdict made. */
function KeptAs({ outcome }: { outcome: Exclude<Required<BatchRow>['outcome'], 'passes' | undefined> }) {
  const { t } = useTranslation(['tests', 'judging']);
  return (
    <SmallText tone="saffron">
      {outcome === 'nothing'
        ? t('batch.nothing')
        : t('judging:result.kept.other', { outcome: t(`judging:outcome.${outcome}`) })}
    </SmallText>
  );
}

type BatchItemProps = {
  row: BatchRow;
  index: number;
  current: boolean;
  onFocus: (index: number) => void;
  onJudge: (index: number, verdict: BatchVerdict) => void;
  onReport: ((index: number, reason: ReportReason) => void) | undefined;
};

/** A question with its answer or the quotes of its draft, the section it comes from, and the verdict. */
const BatchItem = memo(function BatchItem({
  row,
  index,
  current,
  onFocus,
  onJudge,
  onReport,
}: BatchItemProps) {
  const { t } = useTranslation(['tests', 'judging']);
  const { question, draft, state, answer, problem, verdict, outcome } = row;
  return (
    <Box
      component="li"
      tabIndex={current ? 0 : -1}
      data-row={index}
      aria-current={current ? 'true' : undefined}
      onFocus={() => onFocus(index)}
      sx={{
        ...currentPassageBar(current),
        display: 'grid',
        gap: 0.5,
        paddingBlock: 1.25,
        paddingInline: 2,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: current ? 'background.hover' : undefined,
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 96px',
      }}
    >
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <BidiText>{question}</BidiText>
      </Box>
      {answer === undefined ? (
        <SmallText>{t(`batch.state.${state}`)}</SmallText>
      ) : (
        <>
          <BatchAnswer {...row} answer={answer} />
          <VerdictButtons row={row} current={current} onJudge={(name) => onJudge(index, name)} />
        </>
      )}
      {verdict === 'wrong' && draft === undefined && onReport ? (
        <ReasonChoice
          value={row.report?.reason}
          busy={false}
          onChoose={(reason) => onReport(index, reason)}
        />
      ) : null}
      {outcome === undefined || outcome === 'passes' || draft ? null : <KeptAs outcome={outcome} />}
      {typeof problem === 'string' ? (
        <SmallText tone="brick">
          <BidiText>{problem}</BidiText>
        </SmallText>
      ) : (
        <FaultNotice error={problem} />
      )}
    </Box>
  );
});

/** One function for good, so that a verdict renders two rows and not a thousand. */
function useStable<Values extends unknown[]>(act: (...values: Values) => void): (...values: Values) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...values: Values) => latest.current(...values), []);
}

type BatchListProps = {
  rows: readonly BatchRow[];
  /** Without a verdict the last one is taken back. */
  onJudge: (index: number, verdict: BatchVerdict | undefined) => void;
  /** Says why an answer is wrong; absent where the gateway takes no reports. */
  onReport: ((index: number, reason: ReportReason) => void) | undefined;
};

/** The questions of a batch, judged by keys: 1, 2 and A judge and go on, the arrows move, U takes the last verdict back. */
export function BatchList({ rows, onJudge, onReport }: BatchListProps) {
  const { t } = useTranslation('tests');
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [last, setLast] = useState<number>();
  const focus = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    setCurrent(next);
    const item = list.current?.querySelector<HTMLElement>(`[data-row="${next}"]`);
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'nearest' });
  };
  const judge = (index: number, verdict: BatchVerdict) => {
    if (rows[index]?.answer === undefined) return;
    setLast(index);
    onJudge(index, verdict);
    focus(index + 1);
  };
  const judgeRow = useStable(judge);
  const reportRow = useStable((index: number, reason: ReportReason) => onReport?.(index, reason));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A key that is held judges one row, not a column of unread ones.
    const pressed = event.repeat ? undefined : KEYS[event.code];
    const verdict = pressed === 'passage' && rows[current]?.draft ? undefined : pressed;
    if (verdict !== undefined) judge(current, verdict);
    else if (event.key === 'ArrowDown') focus(current + 1);
    else if (event.key === 'ArrowUp') focus(current - 1);
    else if (event.code === 'KeyU' && last !== undefined) {
      onJudge(last, undefined);
      focus(last);
      setLast(undefined);
    } else return;
    event.preventDefault();
  };
  return (
    <PlainList
      ref={list}
      aria-label={t('batch.list')}
      onKeyDown={onKeyDown}
      sx={{ borderBlockStart: 1, borderColor: 'line.firm' }}
    >
      {rows.map((row, index) => (
        <BatchItem
          key={row.question}
          row={row}
          index={index}
          current={index === current}
          onFocus={setCurrent}
          onJudge={judgeRow}
          onReport={onReport && reportRow}
        />
      ))}
    </PlainList>
  );
}
