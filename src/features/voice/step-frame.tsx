import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleSlash from 'lucide-react/icons/circle-slash';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BadRequest, Forbidden, PaymentRequired } from '#src/api/errors.ts';
import { MonoText } from '#src/components/mono-text.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { Step, StepName } from './run.ts';
import { LEDGER_OF } from './run.ts';

const LOOKS = {
  waiting: { Icon: CircleDashed, colour: 'text.tertiary' },
  running: { Icon: LoaderCircle, colour: 'teal.fill' },
  done: { Icon: CircleCheck, colour: 'leaf.fill' },
  failed: { Icon: CircleX, colour: 'brick.fill' },
  stopped: { Icon: CircleSlash, colour: 'saffron.fill' },
} as const;

/** A request that was refused for what it says is refused again. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof BadRequest || error instanceof PaymentRequired || error instanceof Forbidden);
}

function Figures({ name, step }: { name: StepName; step: Step }) {
  const { t } = useTranslation(['voice', 'spending']);
  const formats = useFormats();
  const { seconds, first, cost, consumption, requestId, phase } = step;
  const time = (value: number) => formats.duration(value * 1000);
  const ledger = name === 'found' ? undefined : LEDGER_OF[name];
  const figures = [
    ...(first !== undefined && name !== 'found' && (seconds === undefined || first < seconds)
      ? [t(name === 'spoken' ? 'phase.firstSound' : 'phase.first', { time: time(first) })]
      : []),
    ...(name === 'found' && phase === 'done' && seconds === undefined ? [t('phase.withAnswer')] : []),
    ...(cost === undefined || ledger === undefined
      ? []
      : [
          t(cost.about ? 'spending:after.about' : 'spending:after.exact', {
            amount: t(`spending:amount.${ledger}`, { count: cost.amount }),
          }),
        ]),
    ...(consumption === undefined
      ? []
      : [t('phase.used', { used: consumption.used, total: consumption.total })]),
  ];
  if (figures.length === 0 && requestId === null) return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        color: 'text.tertiary',
        fontVariantNumeric: 'tabular-nums',
        minWidth: 0,
      }}
    >
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
      {requestId === null ? null : <MonoText truncate>{requestId}</MonoText>}
    </Typography>
  );
}

type StepFrameProps = {
  name: StepName;
  step: Step;
  /** Does it again; undefined where there is nothing to do it with. */
  onAgain: (() => void) | undefined;
  children: ReactNode;
};

/** One step of the path: what state it is in, how long it took, what it cost, what came of it, and how to repeat it. */
export function StepFrame({ name, step, onAgain, children }: StepFrameProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const headingId = useId();
  const { phase, seconds, error } = step;
  const { Icon, colour } = LOOKS[phase];
  const title = t(`step.${name}`);
  const again = t('run.again', { step: title });
  return (
    <Box
      component="li"
      aria-labelledby={headingId}
      sx={{
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
          {onAgain === undefined || phase === 'waiting' || phase === 'running' ? null : (
            <Tooltip title={again} describeChild={false}>
              <IconButton size="small" aria-label={again} onClick={onAgain}>
                <RefreshCw size={18} />
              </IconButton>
            </Tooltip>
          )}
        </Box>
        {children}
        {error === undefined ? null : (
          <FaultNotice error={error} onRetry={mayHelp(error) ? onAgain : undefined} />
        )}
        <Figures name={name} step={step} />
      </Box>
    </Box>
  );
}
