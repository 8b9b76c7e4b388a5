import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import Mic from 'lucide-react/icons/mic';
import Square from 'lucide-react/icons/square';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { PAUSE } from './ear.ts';
import { WINDOW } from './level.ts';
import { LevelMeter } from './level-meter.tsx';
import { useClock } from './use-clock.ts';
import type { RecorderState } from './use-recorder.ts';

type RecorderControlsProps = {
  state: RecorderState;
  maxSeconds: number;
  untilSilence: boolean;
  /** Whether there is something recorded already. */
  again: boolean;
  onStart: () => void;
  onStop: () => void;
  onCancel: () => void;
};

/** The button that records and stops, and what the microphone hears meanwhile. */
export function RecorderControls(props: RecorderControlsProps) {
  const { state, maxSeconds, untilSilence, again, onStart, onStop, onCancel } = props;
  const { t } = useTranslation('voice');
  const clock = useClock();
  const formats = useFormats();
  const main = useRef<HTMLButtonElement>(null);
  const discard = useRef<HTMLButtonElement>(null);
  const asking = state.phase === 'asking';
  const recording = state.phase === 'recording';
  const cancel = () => {
    onCancel();
    // The button that discards goes with the recording.
    const { activeElement, body } = document;
    if (activeElement === discard.current || activeElement === body) main.current?.focus();
  };
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || state.phase === 'idle' || event.defaultPrevented || event.isComposing)
      return;
    event.preventDefault();
    cancel();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);
  const most = clock(maxSeconds);
  const time = recording ? clock(state.levels.length * WINDOW) : '';
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* One button throughout, never switched off, so that it keeps the focus. */}
        <Button
          variant="contained"
          size="large"
          color={recording ? 'error' : 'primary'}
          ref={main}
          aria-busy={asking}
          aria-disabled={asking}
          startIcon={
            asking ? (
              <CircularProgress size={20} color="inherit" aria-hidden />
            ) : recording ? (
              <Square size={16} />
            ) : (
              <Mic size={20} />
            )
          }
          onClick={asking ? undefined : recording ? onStop : onStart}
        >
          {recording ? t('caller.stop') : t(again ? 'caller.recordAgain' : 'caller.record')}
        </Button>
        {state.phase === 'idle' ? null : (
          <Button ref={discard} variant="outlined" aria-keyshortcuts="Escape" onClick={cancel}>
            {t('caller.cancel')}
          </Button>
        )}
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary', minWidth: 0 }}>
          {asking
            ? t('caller.asking')
            : untilSilence
              ? t('caller.untilSilence', { seconds: formats.number(PAUSE) })
              : t('caller.untilStop', { most })}
        </Typography>
      </Box>
      {recording ? (
        <Box>
          <Box sx={{ display: 'flex', gap: 1, typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
            <Box component="span" sx={{ fontWeight: 600, color: 'brick.ink' }}>
              {t('caller.recording')}
            </Box>
            <span role="timer">{t('caller.time', { time, most })}</span>
          </Box>
          <LevelMeter levels={state.levels} />
        </Box>
      ) : null}
    </Box>
  );
}
