import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import SearchX from 'lucide-react/icons/search-x';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { isNotFound } from './is-not-found.ts';
import type { Run } from './run.ts';
import { isRunning } from './run.ts';

/** The run's state in words. */
export function wordRun(run: Run, t: TFunction<'playground'>): string {
  const count = run.documents?.length ?? 0;
  if (run.phase === 'failed') return t(run.answer === '' ? 'run.failed' : 'run.cut');
  if (run.phase !== 'done') return t(`run.${run.phase}`);
  if (run.asked.settings.answerer === 'none') return t('run.passagesOnly', { count });
  return isNotFound(run) ? t('run.notFound') : t('run.done', { count });
}

function lookOf(run: Run) {
  if (run.phase === 'failed') return { Icon: CircleX, colour: 'brick.fill' };
  if (run.phase === 'stopped') return { Icon: CircleSlash, colour: 'saffron.fill' };
  if (isRunning(run)) return { Icon: LoaderCircle, colour: 'teal.fill' };
  return isNotFound(run)
    ? { Icon: SearchX, colour: 'saffron.fill' }
    : { Icon: CircleCheck, colour: 'leaf.fill' };
}

/** Milliseconds since the question was asked, moving while the answer is under way. */
function useElapsed(run: Run): number {
  const running = isRunning(run);
  const [now, setNow] = useState(run.begun);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  return run.seconds === undefined ? Math.max(0, now - run.begun) : run.seconds * 1000;
}

/** What the run is doing or has come to, and how long it took. */
export function RunHeading({ run }: { run: Run }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const elapsed = useElapsed(run);
  const { Icon, colour } = lookOf(run);
  const time = formats.duration(elapsed);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: 1, minWidth: 0 }}>
      <Box component="span" sx={{ display: 'flex', color: colour }}>
        <Icon size={18} aria-hidden />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2">
          {wordRun(run, t)}
        </Typography>
        <Typography variant="body2" component="span" sx={{ color: 'text.tertiary' }}>
          {isRunning(run) ? (elapsed < 1000 ? '' : t('run.since', { time })) : time}
        </Typography>
      </Box>
    </Box>
  );
}
