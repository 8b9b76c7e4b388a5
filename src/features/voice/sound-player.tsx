import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Meter } from '#src/components/meter.tsx';
import { createPlayback } from './playback.ts';
import { useClock } from './use-clock.ts';

type SoundPlayerProps = {
  /** What it is, in words: the recording, the spoken answer. */
  name: string;
  sounds: readonly Blob[];
  /** False while more are to come. */
  complete?: boolean;
  /** Seconds, where they are known from elsewhere. */
  length?: number | undefined;
  /** With it the sound begins by itself; told when it is first heard. */
  onFirst?: () => void;
};

/** Plays sound that is in hand; nothing is fetched. */
export function SoundPlayer({ name, sounds, complete = true, length, onFirst }: SoundPlayerProps) {
  const { t } = useTranslation('voice');
  const clock = useClock();
  const [playback] = useState(createPlayback);
  const { playing, at, blocked, unplayable, ...known } = useSyncExternalStore(
    playback.subscribe,
    playback.state,
  );
  const first = useEffectEvent(() => onFirst?.());
  const auto = onFirst !== undefined;
  useEffect(
    () => playback.offer(sounds, complete, auto ? () => first() : undefined),
    [playback, sounds, complete, auto],
  );
  useEffect(() => playback.close, [playback]);
  const most = known.length ?? length;
  const words = most === undefined ? clock(at) : t('player.at', { at: clock(at), length: clock(most) });
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <IconButton
          aria-label={t(playing ? 'player.pause' : 'player.play', { name })}
          onClick={playing ? playback.pause : playback.play}
          sx={{ border: 1, borderColor: 'line.firm' }}
        >
          {playing ? <Pause size={20} /> : <Play size={20} />}
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 48, maxWidth: 320 }}>
          <Meter
            kind="progress"
            value={most === undefined || most === 0 ? 0 : at / most}
            label={t('player.position', { name })}
            valueText={words}
          />
        </Box>
        <Typography
          variant="body2"
          component="span"
          sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}
        >
          {words}
        </Typography>
      </Box>
      {blocked || unplayable ? (
        <Typography role="status" variant="body2" sx={{ color: 'saffron.ink' }}>
          {t(!unplayable ? 'spoken.blocked' : auto ? 'spoken.unplayable' : 'player.unplayable')}
        </Typography>
      ) : null}
    </Box>
  );
}
