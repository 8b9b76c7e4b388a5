import CircleSlash from 'virtual:lucide/circle-slash';
import CircleX from 'virtual:lucide/circle-x';
import LoaderCircle from 'virtual:lucide/loader-circle';
import MessageSquareText from 'virtual:lucide/message-square-text';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContractError } from '#contract/contract-error.ts';
import { UnknownStreamFormError } from '#src/api/transport/gateway-errors.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BandIcon, bandKey, bandStyle, confidenceKey } from '#src/ui/answer/answer-band.tsx';
import { type AnswerRun, bandOf, isRunning } from '#src/ui/run/answer-run.ts';

type Translate = TFunction<['playground', 'answer']>;

/** The run's state in words. */
export function runStatusText(run: AnswerRun, t: Translate): string {
  const count = run.documents?.length ?? 0;
  const { error } = run;
  const isUnread = error instanceof UnknownStreamFormError || error instanceof ContractError;
  if (run.phase === 'failed') {
    if (run.answer === '') return t(isUnread ? 'run.unread' : 'run.failed');
    return t('run.cut');
  }
  if (run.phase !== 'done') return t(`run.${run.phase}`);
  if (run.request.settings.answerer === 'none') return t('run.passagesOnly', { count });
  const band = bandOf(run);
  return band === null ? t('run.done') : t(bandKey(run, band));
}

function StatusIcon({ run }: { run: AnswerRun }) {
  const band = bandOf(run);
  if (band !== null) return <BandIcon band={band} />;
  const { Icon, colour } =
    run.phase === 'failed'
      ? { Icon: CircleX, colour: 'brick.fill' }
      : run.phase === 'stopped'
        ? { Icon: CircleSlash, colour: 'saffron.fill' }
        : // Nobody has judged the answer of a gateway that knows no bands, nor mere passages.
          { Icon: isRunning(run) ? LoaderCircle : MessageSquareText, colour: 'teal.fill' };
  return (
    <Box component="span" sx={{ display: 'flex', color: colour }}>
      <Icon size={18} aria-hidden />
    </Box>
  );
}

/** Milliseconds since the question was asked, updated while the answer comes. */
function useElapsed(run: AnswerRun): number {
  const running = isRunning(run);
  const [now, setNow] = useState(run.startedAt);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return run.seconds === undefined ? Math.max(0, now - run.startedAt) : run.seconds * 1000;
}

/** The status of the run, how sure its answer is, and how long it took. */
export function RunHeading({ run }: { run: AnswerRun }) {
  const { t } = useTranslation(['playground', 'answer']);
  const formats = useFormats();
  const elapsed = useElapsed(run);
  const band = bandOf(run);
  const confidence = band === null ? undefined : confidenceKey(run);
  const time = formats.duration(elapsed);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 1, minWidth: 0 }}>
      <StatusIcon run={run} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minWidth: 0 }}>
        <Typography
          variant="subtitle2"
          component="h2"
          sx={{ color: band === null ? 'text.primary' : bandStyle(band).ink }}
        >
          {runStatusText(run, t)}
        </Typography>
        {confidence === undefined ? null : (
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            {t(confidence)}
          </Typography>
        )}
        <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
          {isRunning(run) ? (elapsed < 1000 ? '' : t('run.since', { time })) : time}
        </Typography>
      </Box>
    </Box>
  );
}
