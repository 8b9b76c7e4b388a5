import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Square from 'lucide-react/icons/square';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import type { VoiceRun } from './run.ts';
import { runningStep } from './run.ts';
import type { Stretch } from './timeline.ts';
import { stretchesOf, waitOf } from './timeline.ts';

const FILL: Record<Stretch['name'], string> = {
  silence: 'line.strong',
  heard: 'teal.fill',
  found: 'slate.fill',
  answered: 'leaf.fill',
  spoken: 'saffron.fill',
};
const TICK_MS = 200;

/** The clock of what is under way; it stands still else. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

type PathSectionProps = { run: VoiceRun | undefined; onStop: (() => void) | undefined };

/** Where a caller's time goes: the stretches of the path to scale, and in words. */
export function PathSection({ run, onStop }: PathSectionProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const running = runningStep(run) !== undefined;
  const now = useNow(running);
  const stretches = run === undefined ? [] : stretchesOf(run, now);
  const sum = stretches.reduce((total, { seconds }) => total + seconds, 0);
  const time = (seconds: number) => formats.duration(seconds * 1000);
  const share = ({ name, seconds }: Stretch) =>
    t('path.share', { step: t(`step.${name}`), time: time(seconds) });
  const wait = run && waitOf(run);
  const sentence =
    run === undefined || stretches.length === 0
      ? t('path.before')
      : wait !== undefined
        ? t(run.said.kind === 'typed' ? 'path.waitTyped' : 'path.wait', { time: time(wait) })
        : t(running ? 'path.soFar' : 'path.unspoken', { time: time(sum) });
  return (
    <Box component="section" aria-label={t('path.title')} sx={{ marginBlockStart: 3, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('path.title')}
        </Typography>
        {onStop === undefined ? null : (
          <Button size="small" variant="outlined" startIcon={<Square size={14} />} onClick={onStop}>
            {t('run.stop')}
          </Button>
        )}
      </Box>
      <Typography
        variant={wait === undefined ? 'body1' : 'statement'}
        component="p"
        sx={{ color: wait === undefined ? 'text.secondary' : undefined }}
      >
        {sentence}
      </Typography>
      {stretches.length === 0 ? null : (
        <>
          <Box
            role="img"
            aria-label={t('path.bar', { shares: formats.list(stretches.map(share)) })}
            sx={{
              display: 'flex',
              gap: '2px',
              height: 16,
              marginBlock: 1,
              borderRadius: '4px',
              overflow: 'hidden',
            }}
          >
            {stretches.map(({ name, seconds }) => (
              <Box
                key={name}
                style={{ flexGrow: Math.max(seconds, sum / 100) }}
                sx={{ flexBasis: 0, minWidth: 4, bgcolor: FILL[name] }}
              />
            ))}
          </Box>
          <Box
            aria-hidden
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              columnGap: 2.5,
              rowGap: 0.5,
              typography: 'body2',
              color: 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {stretches.map((stretch) => (
              <Box key={stretch.name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
                <Box sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: FILL[stretch.name] }} />
                {share(stretch)}
              </Box>
            ))}
          </Box>
          <Typography variant="body2" sx={{ color: 'text.tertiary', marginBlockStart: 0.5 }}>
            {t('path.pauses')}
          </Typography>
        </>
      )}
    </Box>
  );
}
