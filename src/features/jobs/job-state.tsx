import CalendarClock from 'virtual:lucide/calendar-clock';
import CirclePause from 'virtual:lucide/circle-pause';
import Clock from 'virtual:lucide/clock';
import LoaderCircle from 'virtual:lucide/loader-circle';
import RotateCw from 'virtual:lucide/rotate-cw';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isFaultCode } from '#contract/faults.ts';
import type { Job, JobKind } from '#contract/jobs.ts';
import type { Reason } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { ModelFaultMessage } from '#src/ui/fault/fault-message.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDeliveryProblemText } from '#src/ui/use-delivery-problem-text.ts';
import { useJobName } from './use-job-list.ts';

const STATE_STYLES = {
  running: { Icon: LoaderCircle, color: 'teal.fill' },
  waiting: { Icon: Clock, color: 'text.secondary' },
  retrying: { Icon: RotateCw, color: 'saffron.fill' },
  scheduled: { Icon: CalendarClock, color: 'text.secondary' },
  paused: { Icon: CirclePause, color: 'saffron.fill' },
} as const;

/** Why the last try failed, in the words of the work: of documents, of messages, or of the gateway and its models. */
function FailureText({ kind, reason }: { kind: JobKind; reason: Reason }) {
  const { t } = useTranslation('jobs');
  const { t: faults } = useTranslation('faults');
  const problemText = useDeliveryProblemText();
  const { code, parameters } = reason;
  if (kind === 'index') {
    const { message, verbatim } = describeReason(reason, faults);
    return verbatim ? <BidiText>{message}</BidiText> : message;
  }
  // A message that got an answer has no problem but the status.
  if (kind === 'deliver' && !isFaultCode(code))
    return problemText({
      state: 'waiting',
      problem: code === 'http-status' ? null : code,
      status: Number(parameters['status']),
    });
  // Where no sentence fits; an internal error of a job has no request to look up.
  const message = t(code === 'internal' ? 'failure.internal' : 'failure.other', { code });
  return <ModelFaultMessage fault={{ code, parameters, message }} />;
}

/** The state of a job as icon and word, with its progress, and why the last try failed. */
export function JobState({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  const jobName = useJobName();
  const { kind, state, progress, first, reason } = job;
  const { Icon, color } = STATE_STYLES[state];
  const share = state === 'running' ? progress : null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Box component="span" aria-hidden sx={{ display: 'flex', color }}>
          <Icon size={18} />
        </Box>
        {share === null ? t(`state.${state}`) : t('state.runningShare', { share: formats.percent(share) })}
      </Box>
      {share === null ? null : <Meter kind="progress" value={share} label={jobName(job)} />}
      {first && state !== 'running' ? <SmallText tone="secondary">{t('first')}</SmallText> : null}
      {reason === null ? null : (
        <SmallText tone="brick">
          <FailureText kind={kind} reason={reason} />
        </SmallText>
      )}
    </Box>
  );
}

/** When a job begins: a time where there is one, else after what it waits for. */
export function useNextText(): (job: Job) => string {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return ({ state, nextOn }) => {
    if (state === 'running' || nextOn === null) return '–';
    if (state === 'waiting') return t('inTurn');
    return state === 'paused' ? t('afterResume') : formats.moment(nextOn);
  };
}
