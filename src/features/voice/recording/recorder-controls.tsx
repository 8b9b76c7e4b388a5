import Mic from 'virtual:lucide/mic';
import Square from 'virtual:lucide/square';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import {
  type AudioLevel,
  classifyLoudness,
  END_SILENCE_SECONDS,
  LEVEL_WINDOW_SECONDS,
} from './audio-level.ts';
import { useTimeFormat } from './audio-player.tsx';
import type { RecorderState } from './use-recorder.ts';

const BAR_COUNT = 48;
/** The level at the foot of a bar: the noise of a quiet room. */
const METER_FLOOR_DB = -60;
const TONE_BY_LOUDNESS = {
  waiting: 'slate.fill',
  quiet: 'saffron.fill',
  good: 'teal.fill',
  loud: 'brick.fill',
} as const;

/** The last seconds of the microphone as bars, newest at the end, and in words whether they are loud enough. */
function LevelMeter({ levels }: { levels: readonly AudioLevel[] }) {
  const { t } = useTranslation('voice');
  const loudness = classifyLoudness(levels);
  const shown = levels.slice(-BAR_COUNT);
  const heights = [
    ...Array.from({ length: BAR_COUNT - shown.length }, () => METER_FLOOR_DB),
    ...shown.map(({ mean }) => mean),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        role="img"
        aria-label={t('level.label', { words: t(`level.${loudness}`) })}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '2px',
          height: 48,
          '& > span': { flex: 1, maxWidth: 8, borderRadius: '2px', bgcolor: TONE_BY_LOUDNESS[loudness] },
        }}
      >
        {heights.map((height, place) => (
          <span
            // Levels move through the bars: a bar is identified by its place.
            key={place}
            style={{
              height: `${Math.max(6, Math.min(100, ((height - METER_FLOOR_DB) / -METER_FLOOR_DB) * 100))}%`,
            }}
          />
        ))}
      </Box>
      <Typography
        role="status"
        variant="body2"
        sx={{ color: loudness === 'quiet' || loudness === 'loud' ? 'saffron.ink' : 'text.secondary' }}
      >
        {t(`level.hint.${loudness}`)}
      </Typography>
    </Box>
  );
}

/** How long the recording is, and how loud. */
function RecordingProgress({ levels, maxTime }: { levels: readonly AudioLevel[]; maxTime: string }) {
  const { t } = useTranslation('voice');
  const time = useTimeFormat()(levels.length * LEVEL_WINDOW_SECONDS);
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ fontWeight: 600, color: 'brick.ink' }}>
          {t('caller.recording')}
        </Box>
        <span role="timer">{t('caller.time', { time, max: maxTime })}</span>
      </Box>
      <LevelMeter levels={levels} />
    </Box>
  );
}

type RecorderControlsProps = {
  state: RecorderState;
  maxSeconds: number;
  untilSilence: boolean;
  /** Whether a recording exists already. */
  hasRecording: boolean;
  onStart: () => void;
  onStop: () => void;
  onCancel: () => void;
};

/** The button that records and stops, and the level meter meanwhile. */
export function RecorderControls(props: RecorderControlsProps) {
  const { state, maxSeconds, untilSilence, hasRecording, onStart, onStop, onCancel } = props;
  const { t } = useTranslation('voice');
  const formats = useFormats();
  const mainButton = useRef<HTMLButtonElement>(null);
  const discardButton = useRef<HTMLButtonElement>(null);
  const requestingPermission = state.phase === 'asking';
  const recording = state.phase === 'recording';
  const cancel = () => {
    onCancel();
    // The Discard button disappears with the recording: the focus moves on.
    const { activeElement, body } = document;
    if (activeElement === discardButton.current || activeElement === body) mainButton.current?.focus();
  };
  useEscape(state.phase !== 'idle', (event) => {
    if (event.isComposing) return;
    event.preventDefault();
    cancel();
  });
  const maxTime = useTimeFormat()(maxSeconds);
  const hint = untilSilence
    ? t('caller.untilSilence', { time: formats.duration(END_SILENCE_SECONDS * 1000) })
    : t('caller.untilStop', { max: maxTime });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* One button for all states, never disabled, so that it keeps the focus. */}
        <Button
          variant="contained"
          size="large"
          color={recording ? 'error' : 'primary'}
          ref={mainButton}
          aria-busy={requestingPermission}
          aria-disabled={requestingPermission}
          startIcon={
            requestingPermission ? (
              <CircularProgress size={20} color="inherit" aria-hidden />
            ) : recording ? (
              <Square size={16} />
            ) : (
              <Mic size={20} />
            )
          }
          onClick={requestingPermission ? undefined : recording ? onStop : onStart}
        >
          {recording ? t('caller.stop') : t(hasRecording ? 'caller.recordAgain' : 'caller.record')}
        </Button>
        {state.phase === 'idle' ? null : (
          <Button ref={discardButton} variant="outlined" aria-keyshortcuts="Escape" onClick={cancel}>
            {t('caller.cancel')}
          </Button>
        )}
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary', minWidth: 0 }}>
          {requestingPermission ? t('caller.asking') : hint}
        </Typography>
      </Box>
      {recording ? <RecordingProgress levels={state.levels} maxTime={maxTime} /> : null}
    </Box>
  );
}
