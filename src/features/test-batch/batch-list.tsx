import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportReason } from '#contract/reports.ts';
import { bandStyle } from '#src/ui/answer/answer-band.tsx';
import { currentPassageBar } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { ReasonChoice } from '#src/ui/report/reason-choice.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { type BatchRow, type BatchVerdict, leadOf } from './batch.ts';

const VERDICTS = ['right', 'wrong', 'passage'] as const;
const KEYS: Readonly<Record<string, BatchVerdict>> = { Digit1: 'right', Digit2: 'wrong', KeyA: 'passage' };

/** The section of a passage below its unit, whose title is often the first heading too. */
const sectionOf = ({ unitTitle, sectionTitle }: { unitTitle: string; sectionTitle: string }): string =>
  sectionTitle === unitTitle || sectionTitle.startsWith(`${unitTitle} › `)
    ? sectionTitle
    : [unitTitle, sectionTitle].filter((part) => part !== '').join(' › ');

type BatchItemProps = {
  row: BatchRow;
  index: number;
  current: boolean;
  onFocus: (index: number) => void;
  onJudge: (index: number, verdict: BatchVerdict) => void;
  onReport: ((index: number, reason: ReportReason) => void) | undefined;
};

/** A question with its answer, the section it comes from, and the verdict. */
const BatchItem = memo(function BatchItem({
  row,
  index,
  current,
  onFocus,
  onJudge,
  onReport,
}: BatchItemProps) {
  const { t } = useTranslation(['tests', 'answer', 'judging']);
  const { question, state, answer, problem, verdict, outcome } = row;
  const band = answer?.band ?? null;
  const [first] = answer?.documents ?? [];
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
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <BidiText>{leadOf(answer)}</BidiText>
          </Box>
          <SmallText tone="secondary">
            {band === null ? null : (
              <Box component="span" sx={{ color: bandStyle(band).ink, fontWeight: 600 }}>
                {t(`answer:band.${band}`)}
              </Box>
            )}
            {first === undefined ? null : (
              <>
                {' · '}
                <BidiText>{sectionOf(first)}</BidiText>
              </>
            )}
          </SmallText>
          <Box role="group" aria-label={t('batch.verdictOf', { question })} sx={{ display: 'flex', gap: 1 }}>
            {VERDICTS.map((name) => (
              <Button
                key={name}
                size="small"
                tabIndex={current ? 0 : -1}
                variant={verdict === name ? 'contained' : 'text'}
                aria-pressed={verdict === name}
                disabled={name === 'passage' && first === undefined}
                onClick={() => onJudge(index, name)}
              >
                {t(`batch.verdict.${name}`)}
              </Button>
            ))}
          </Box>
        </>
      )}
      {verdict === 'wrong' && onReport ? (
        <ReasonChoice
          value={row.report?.reason}
          busy={false}
          onChoose={(reason) => onReport(index, reason)}
        />
      ) : null}
      {outcome === undefined || outcome === 'passes' ? null : (
        <SmallText tone="saffron">
          {outcome === 'nothing'
            ? t('batch.nothing')
            : t('judging:result.kept.other', { outcome: t(`judging:outcome.${outcome}`) })}
        </SmallText>
      )}
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
  // One function for good, so that a verdict renders two rows and not a thousand.
  const latest = useRef({ judge, onReport });
  useEffect(() => {
    latest.current = { judge, onReport };
  });
  const judgeRow = useCallback(
    (index: number, verdict: BatchVerdict) => latest.current.judge(index, verdict),
    [],
  );
  const reportRow = useCallback(
    (index: number, reason: ReportReason) => latest.current.onReport?.(index, reason),
    [],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A key that is held judges one row, not a column of unread ones.
    const verdict = event.repeat ? undefined : KEYS[event.code];
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
