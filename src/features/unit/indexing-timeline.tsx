import CircleAlert from 'virtual:lucide/circle-alert';
import CircleCheck from 'virtual:lucide/circle-check';
import CircleDashed from 'virtual:lucide/circle-dashed';
import CircleX from 'virtual:lucide/circle-x';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexRun, UnitDetails } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { shownStatus } from '#src/ui/unit/resolve-unit-status.ts';

type StepOutcome = 'done' | 'partly' | 'failed';
type TimelineStep = { label: string; moment: string | null; note: string; outcome?: StepOutcome };

const OUTCOME_STYLES = {
  done: { Icon: CircleCheck, color: 'leaf.fill' },
  partly: { Icon: CircleAlert, color: 'saffron.fill' },
  failed: { Icon: CircleX, color: 'brick.fill' },
} as const;

/** The last run; without a list of runs, the moments of the timeline form one. */
function lastRun({ timeline, state }: UnitDetails): IndexRun {
  const { registered: queued, started, read, settled, attempts, runs } = timeline;
  return runs[0] ?? { cause: 'registered', queued, started, read, settled, attempts, status: state.status };
}

function useDuration() {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  return (
    key: 'took' | 'tookInAll' | 'waitedFor' | 'run',
    from: string | null,
    to: string | null,
    outcome = '',
  ) =>
    from === null || to === null
      ? outcome
      : t(`timeline.${key}`, {
          outcome,
          time: formats.duration(Math.max(0, Date.parse(to) - Date.parse(from))),
        });
}

/** The last run, from its cause to its outcome. */
function useSteps(details: UnitDetails): TimelineStep[] {
  const { t } = useTranslation('unit');
  const duration = useDuration();
  const { cause, queued, started, read, settled, attempts, status } = lastRun(details);
  const isReady = status === 'ready';
  // A run that read nothing has failed, while the unit goes on answering.
  const isKept = details.state.updateFailed && (isReady || status === 'failed');
  const isPartly = isReady && (details.state.partlyReady || isKept);
  const settledKey = isKept
    ? shownStatus(details.state) === 'updateHeld'
      ? 'settledHeld'
      : 'settledKept'
    : isPartly
      ? 'settledPartly'
      : status === 'ready'
        ? 'settledReady'
        : status === 'failed'
          ? 'settledFailed'
          : 'settled';
  const waited =
    attempts > 1 ? t('timeline.attempts', { count: attempts }) : duration('waitedFor', queued, started);
  return [
    { label: t(`timeline.cause.${cause}`), moment: queued, note: '' },
    { label: t('timeline.started'), moment: started, note: waited },
    { label: t('timeline.read'), moment: read, note: duration('took', started, read) },
    {
      label: t(`timeline.${settledKey}`),
      moment: settled,
      note: duration('tookInAll', started, settled),
      outcome: status === 'failed' ? 'failed' : isPartly ? 'partly' : 'done',
    },
  ];
}

type RowProps = { Icon: (typeof OUTCOME_STYLES)[StepOutcome]['Icon']; color: string; children: ReactNode };

function Row({ Icon, color, children }: RowProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box component="span" sx={{ display: 'flex', color }}>
        <Icon size={18} aria-hidden />
      </Box>
      {children}
    </Box>
  );
}

function RowTime({ on, children }: { on: string; children: string }) {
  const formats = useFormats();
  return (
    <Typography
      variant="caption"
      component="time"
      dateTime={on}
      title={formats.full(on)}
      sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
    >
      {children}
    </Typography>
  );
}

/** The steps of the last run of indexing, from its cause to its outcome, and the runs before it. */
export function IndexingTimeline({ details }: { details: UnitDetails }) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const steps = useSteps(details);
  return (
    <Box component="section" aria-labelledby="timeline-heading">
      <Typography
        id="timeline-heading"
        variant="body2"
        component="h2"
        sx={{ color: 'text.tertiary', marginBlockEnd: 1 }}
      >
        {t('timeline.on', { date: formats.date(lastRun(details).queued) })}
      </Typography>
      <PlainList as="ol" sx={{ display: 'grid', gap: 1 }}>
        {steps.map(({ label, moment, note: noteText, outcome = 'done' }) => {
          const { Icon, color } =
            moment === null ? { Icon: CircleDashed, color: 'text.tertiary' } : OUTCOME_STYLES[outcome];
          return (
            <Row key={label} Icon={Icon} color={color}>
              <Box component="span" sx={{ color: moment === null ? 'text.tertiary' : 'text.primary' }}>
                {label}
              </Box>
              <Typography
                variant="caption"
                component="span"
                sx={{ flex: 1, color: 'text.tertiary', minWidth: 0 }}
              >
                {moment === null ? t('timeline.pending') : noteText}
              </Typography>
              {moment === null ? null : <RowTime on={moment}>{formats.time(moment)}</RowTime>}
            </Row>
          );
        })}
      </PlainList>
      <EarlierRuns runs={details.timeline.runs.slice(1)} />
    </Box>
  );
}

/** A line for each run before the last one. */
function EarlierRuns({ runs }: { runs: readonly IndexRun[] }) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const duration = useDuration();
  if (runs.length === 0) return null;
  return (
    <Box component="details" sx={{ marginBlockStart: 1.5, typography: 'body2' }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'teal.ink', width: 'fit-content' }}>
        {t('timeline.earlier')} ({formats.number(runs.length)})
      </Box>
      <PlainList as="ol" sx={{ display: 'grid', gap: 1, marginBlockStart: 1 }}>
        {runs.map(({ cause, queued, started, settled, status }, age) => {
          const failed = status === 'failed';
          const { Icon, color } = OUTCOME_STYLES[failed ? 'failed' : 'done'];
          // A run does not record whether some sources failed: "Ready" might be too much.
          const outcome = t(failed ? 'timeline.settledFailed' : 'timeline.finished');
          return (
            <Row key={runs.length - age} Icon={Icon} color={color}>
              <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                {t(`timeline.cause.${cause}`)}
                <Typography variant="caption" component="div" sx={{ color: 'text.tertiary' }}>
                  {duration('run', started, settled, outcome)}
                </Typography>
              </Box>
              <RowTime on={queued}>{formats.moment(queued)}</RowTime>
            </Row>
          );
        })}
      </PlainList>
    </Box>
  );
}
