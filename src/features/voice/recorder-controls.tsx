import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Mic from 'lucide-react/icons/mic';
import Square from 'lucide-react/icons/square';
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
  disabled: boolean;
  onStart: () => void;
  onStop: () => void;
  onCancel: () => void;
};

/** The button that records and stops, and what the microphone hears meanwhile. */
export function RecorderControls(props: RecorderControlsProps) {
  const { state, maxSeconds, untilSilence, again, disabled, onStart, onStop, onCancel } = props;
  const { t } = useTranslation('voice');
  const clock = useClock();
  const formats = useFormats();
  const recording = state.phase === 'recording';
  const most = clock(maxSeconds);
  const time = recording ? clock(state.levels.length * WINDOW) : '';
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* One button throughout, so that it keeps the focus. */}
        <Button
          variant="contained"
          size="large"
          color={recording ? 'error' : 'primary'}
          disabled={disabled}
          loading={state.phase === 'asking'}
          loadingPosition="start"
          startIcon={recording ? <Square size={16} /> : <Mic size={20} />}
          onClick={recording ? onStop : onStart}
        >
          {recording ? t('caller.stop') : t(again ? 'caller.recordAgain' : 'caller.record')}
        </Button>
        {state.phase === 'idle' ? null : (
          <Button variant="outlined" onClick={onCancel}>
            {t('caller.cancel')}
          </Button>
        )}
        <Typography variant="body2" component="span" sx={{ color: 'text.secondary', minWidth: 0 }}>
          {state.phase === 'asking'
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
