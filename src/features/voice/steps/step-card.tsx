import CircleCheck from 'virtual:lucide/circle-check';
import CircleDashed from 'virtual:lucide/circle-dashed';
import CircleSlash from 'virtual:lucide/circle-slash';
import CircleX from 'virtual:lucide/circle-x';
import LoaderCircle from 'virtual:lucide/loader-circle';
import RefreshCw from 'virtual:lucide/refresh-cw';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StreamId } from '#src/api/transport/connection.ts';
import { LEDGER_BY_STEP, type StepName, type VoiceStep } from '#src/features/voice/run/voice-run.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FigureLine, useCostFigures } from '#src/ui/answer/figure-line.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { PlannedRepeat } from '#src/ui/fault/use-repeat-countdown.ts';
import { WholeRemedy } from '#src/ui/fault/whole-remedy.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { QuietNote } from '#src/ui/quiet-note.tsx';

const PHASE_STYLES = {
  waiting: { Icon: CircleDashed, colour: 'text.tertiary' },
  running: { Icon: LoaderCircle, colour: 'teal.fill' },
  done: { Icon: CircleCheck, colour: 'leaf.fill' },
  failed: { Icon: CircleX, colour: 'brick.fill' },
  stopped: { Icon: CircleSlash, colour: 'saffron.fill' },
} as const;

/** The answer's stream brings the passages too. */
const STREAM_BY_STEP = {
  heard: 'streamTranscribe',
  found: 'streamAnswer',
  answered: 'streamAnswer',
  spoken: 'streamSynthesize',
} as const satisfies Record<StepName, StreamId>;

function StepFigures({ name, step }: { name: StepName; step: VoiceStep }) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const costFigures = useCostFigures();
  const { seconds, firstOutputSeconds, cost, consumption, requestId, phase } = step;
  const time = (value: number) => formats.duration(value * 1000);
  const figures = [
    ...(firstOutputSeconds !== undefined &&
    name !== 'found' &&
    (seconds === undefined || firstOutputSeconds < seconds)
      ? [t(name === 'spoken' ? 'phase.firstSound' : 'phase.first', { time: time(firstOutputSeconds) })]
      : []),
    ...(name === 'found' && phase === 'done' && seconds === undefined ? [t('phase.withAnswer')] : []),
    ...(name === 'found' ? [] : costFigures(LEDGER_BY_STEP[name], cost)),
    ...(consumption === undefined
      ? []
      : [t('phase.used', { used: consumption.used, total: consumption.total })]),
  ];
  if (figures.length === 0 && requestId === null) return null;
  return <FigureLine figures={figures} requestId={requestId} />;
}

/** The repeat that each step of the run is to make by itself. */
export const PlannedRepeatsContext = createContext<(name: StepName) => PlannedRepeat | undefined>(
  () => undefined,
);

type StepCardProps = {
  name: StepName;
  step: VoiceStep;
  /** Repeats the step; undefined where its input is missing. */
  onRepeat: (() => void) | undefined;
  /** Changes with all that comes while the step runs. */
  news?: string | number;
  children: ReactNode;
};

type StepHeadProps = Pick<StepCardProps, 'name' | 'step' | 'onRepeat'> & { headingId: string };

/** Name, status and time of a step, with the button that repeats it. */
function StepHead({ name, step: { phase, seconds }, onRepeat, headingId }: StepHeadProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const title = t(`step.${name}`);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
      <Typography
        id={headingId}
        variant="subtitle2"
        component="h3"
        aria-label={t('phase.state', { step: title, phase: t(`phase.${phase}`) })}
      >
        {title}
      </Typography>
      <Typography variant="body2" component="span" aria-hidden sx={{ color: 'text.tertiary', flex: 1 }}>
        {t(`phase.${phase}`)}
      </Typography>
      {seconds === undefined ? null : (
        <Typography
          variant="body2"
          component="span"
          sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
        >
          {formats.duration(seconds * 1000)}
        </Typography>
      )}
      {onRepeat === undefined || phase === 'waiting' || phase === 'running' ? null : (
        <IconAction label={t('run.again', { step: title })} onClick={onRepeat}>
          <RefreshCw size={18} />
        </IconAction>
      )}
    </Box>
  );
}

/** One step of a run: its status, time, cost and result, and how to repeat it. The page scrolls to an answer or a failure. */
export function StepCard({ name, step, onRepeat, news = '', children }: StepCardProps) {
  const headingId = useId();
  const planned = use(PlannedRepeatsContext)(name);
  const { phase, error } = step;
  const { Icon, colour } = PHASE_STYLES[phase];
  const card = useRef<HTMLLIElement>(null);
  const isResult = phase === 'failed' || (name === 'answered' && phase === 'done');
  useEffect(() => {
    if (isResult) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isResult]);
  return (
    <Box
      component="li"
      ref={card}
      aria-labelledby={headingId}
      sx={{
        scrollMarginBlock: '80px',
        display: 'grid',
        gridTemplateColumns: '32px minmax(0, 1fr)',
        paddingBlock: 2,
        borderBlockStart: 1,
        borderColor: 'line.soft',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', height: 32, color: colour }}>
        <Icon size={20} aria-hidden />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, minWidth: 0 }}>
        <StepHead name={name} step={step} onRepeat={onRepeat} headingId={headingId} />
        {children}
        <QuietNote
          running={phase === 'running'}
          news={`${step.startedAt ?? ''} ${news}`}
          begun={step.firstOutputSeconds !== undefined}
        />
        <FaultNotice
          error={error}
          onRetry={onRepeat}
          planned={planned}
          remedies={<WholeRemedy error={error} stream={STREAM_BY_STEP[name]} onAsk={onRepeat} />}
        />
        <StepFigures name={name} step={step} />
      </Box>
    </Box>
  );
}
