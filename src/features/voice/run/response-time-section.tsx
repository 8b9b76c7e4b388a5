import Square from 'virtual:lucide/square';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import {
  responseSeconds,
  runningStep,
  type TimelineSegment,
  timelineSegments,
  type VoiceRun,
} from './voice-run.ts';

const SEGMENT_COLORS: Record<TimelineSegment['name'], string> = {
  silence: 'line.strong',
  heard: 'teal.fill',
  found: 'slate.fill',
  answered: 'leaf.fill',
  spoken: 'saffron.fill',
};
const TICK_MS = 200;

/** The time in milliseconds since the page was opened; it moves only while something runs. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** The steps to scale, with a legend. */
function Timeline({ segments, sum }: { segments: readonly TimelineSegment[]; sum: number }) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const share = ({ name, seconds }: TimelineSegment) =>
    t('path.share', { step: t(`step.${name}`), time: formats.duration(seconds * 1000) });
  return (
    <>
      <Box
        role="img"
        aria-label={t('path.bar', { shares: formats.list(segments.map(share)) })}
        sx={{
          display: 'flex',
          gap: '2px',
          height: 16,
          marginBlock: 1,
          borderRadius: '4px',
          overflow: 'hidden',
        }}
      >
        {segments.map(({ name, seconds }) => (
          <Box
            key={name}
            style={{ flexGrow: Math.max(seconds, sum / 100) }}
            sx={{ flexBasis: 0, minWidth: 4, bgcolor: SEGMENT_COLORS[name] }}
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
        {segments.map((segment) => (
          <Box key={segment.name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: SEGMENT_COLORS[segment.name] }} />
            {share(segment)}
          </Box>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.tertiary', marginBlockStart: 0.5 }}>
        {t('path.pauses')}
      </Typography>
    </>
  );
}

type ResponseTimeSectionProps = { run: VoiceRun | undefined; onStop: (() => void) | undefined };

/** Where a caller's time goes: each step to scale, and in words. */
export function ResponseTimeSection({ run, onStop }: ResponseTimeSectionProps) {
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const running = runningStep(run) !== undefined;
  const now = useNow(running);
  const segments = run === undefined ? [] : timelineSegments(run, now);
  const sum = segments.reduce((total, { seconds }) => total + seconds, 0);
  const time = (seconds: number) => formats.duration(seconds * 1000);
  const responseTime = run && responseSeconds(run);
  const sentence =
    run === undefined || segments.length === 0
      ? t('path.before')
      : responseTime !== undefined
        ? t(run.input.kind === 'typed' ? 'path.waitTyped' : 'path.wait', { time: time(responseTime) })
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
        variant={responseTime === undefined ? 'body1' : 'statement'}
        component="p"
        sx={{ color: responseTime === undefined ? 'text.secondary' : undefined }}
      >
        {sentence}
      </Typography>
      {segments.length === 0 ? null : <Timeline segments={segments} sum={sum} />}
    </Box>
  );
}
