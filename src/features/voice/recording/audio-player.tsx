import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

type PlaybackState = {
  playing: boolean;
  /** Seconds played, over all sounds. */
  position: number;
  /** Seconds of all sounds; undefined until known. */
  duration: number | undefined;
  /** Whether the browser refuses to play before a click. */
  blocked: boolean;
  unsupported: boolean;
};

const IDLE_STATE: PlaybackState = {
  playing: false,
  position: 0,
  duration: undefined,
  blocked: false,
  unsupported: false,
};

/** Plays sounds one after the other, also while more are to come. */
function createPlayback() {
  const element = new Audio();
  const listeners = new Set<() => void>();
  let sounds: readonly Blob[] = [];
  let complete = true;
  let state = IDLE_STATE;
  let index = 0;
  /** Seconds of the earlier sounds. */
  let previousDuration = 0;
  let url = '';
  let isBuffering = false;
  let onFirst: (() => void) | undefined;

  const change = (next: Partial<PlaybackState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const unload = () => {
    element.pause();
    element.removeAttribute('src');
    if (url !== '') URL.revokeObjectURL(url);
    url = '';
  };
  const load = (soundIndex: number) => {
    unload();
    const sound = sounds[soundIndex];
    if (sound === undefined) return;
    index = soundIndex;
    if (soundIndex === 0) previousDuration = 0;
    url = URL.createObjectURL(sound);
    element.src = url;
  };
  const start = async () => {
    try {
      await element.play();
    } catch (error) {
      // A newer sound took its place, or the person paused: neither is a failure.
      if (error instanceof Error && error.name === 'NotAllowedError')
        change({ playing: false, blocked: true });
    }
  };

  element.addEventListener('playing', () => {
    change({ playing: true, blocked: false });
    onFirst?.();
    onFirst = undefined;
  });
  element.addEventListener('pause', () => {
    if (!element.ended) change({ playing: false });
  });
  element.addEventListener('timeupdate', () => change({ position: previousDuration + element.currentTime }));
  element.addEventListener('durationchange', () => {
    if (complete && sounds.length === 1 && Number.isFinite(element.duration))
      change({ duration: element.duration });
  });
  element.addEventListener('error', () => {
    if (url !== '') change({ playing: false, unsupported: true });
  });
  /** Goes on after a sound has ended: to the next one, back to the beginning, or waits for more. */
  const advance = () => {
    isBuffering = index + 1 >= sounds.length && !complete;
    if (isBuffering) return;
    if (index + 1 < sounds.length) {
      load(index + 1);
      void start();
    } else {
      change({ playing: false, duration: previousDuration, position: previousDuration });
      load(0);
    }
  };
  element.addEventListener('ended', () => {
    previousDuration += Number.isFinite(element.duration) ? element.duration : 0;
    advance();
  });

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Sets the sounds to play. New sounds begin from the start; with `onFirstPlay` they begin by themselves. */
    setSounds: (next: readonly Blob[], isComplete: boolean, onFirstPlay?: () => void) => {
      const isContinuation = sounds.length > 0 && next.length > 0 && next[0] === sounds[0];
      sounds = next;
      complete = isComplete;
      if (isContinuation) {
        if (isBuffering) advance();
        return;
      }
      isBuffering = false;
      load(0);
      if (next.length === 0) unload();
      change(IDLE_STATE);
      onFirst = next.length > 0 ? onFirstPlay : undefined;
      if (onFirst !== undefined) void start();
    },
    play: () => void start(),
    pause: () => element.pause(),
    close: () => {
      unload();
      // A player that mounts again sets its sounds again.
      sounds = [];
      listeners.clear();
    },
  };
}

/** Seconds as players show them: 0:07, 1:30. */
export function useTimeFormat(): (seconds: number) => string {
  const formats = useFormats();
  return (seconds) => {
    const whole = Math.floor(seconds);
    const rest = formats.number(whole % 60, { minimumIntegerDigits: 2 });
    return `${formats.number(Math.floor(whole / 60))}:${rest}`;
  };
}

type AudioPlayerProps = {
  /** Names the sound: the recording, the spoken answer. */
  label: string;
  sounds: readonly Blob[];
  /** False while more are to come. */
  complete?: boolean;
  /** Seconds, where they are known before the sound is loaded. */
  duration?: number | undefined;
  /** Called when the sound is first heard; with it the sound begins by itself. */
  onFirstPlay?: () => void;
};

/** Plays sounds in memory; nothing is fetched. */
export function AudioPlayer({ label, sounds, complete = true, duration, onFirstPlay }: AudioPlayerProps) {
  const { t } = useTranslation('voice');
  const formatTime = useTimeFormat();
  const [playback] = useState(createPlayback);
  const {
    playing,
    position,
    blocked,
    unsupported,
    duration: loadedDuration,
  } = useSyncExternalStore(playback.subscribe, playback.state);
  const first = useEffectEvent(() => onFirstPlay?.());
  const autoPlay = onFirstPlay !== undefined;
  useEffect(
    () => playback.setSounds(sounds, complete, autoPlay ? () => first() : undefined),
    [playback, sounds, complete, autoPlay],
  );
  useEffect(() => playback.close, [playback]);
  const totalDuration = loadedDuration ?? duration;
  const words =
    totalDuration === undefined
      ? formatTime(position)
      : t('player.at', { at: formatTime(position), length: formatTime(totalDuration) });
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
        <IconButton
          aria-label={t(playing ? 'player.pause' : 'player.play', { name: label })}
          onClick={playing ? playback.pause : playback.play}
          sx={{ border: 1, borderColor: 'line.firm' }}
        >
          {playing ? <Pause size={20} /> : <Play size={20} />}
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 48, maxWidth: 320 }}>
          <Meter
            kind="progress"
            value={totalDuration === undefined || totalDuration === 0 ? 0 : position / totalDuration}
            label={t('player.position', { name: label })}
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
      {blocked || unsupported ? (
        <SmallText role="status" tone="saffron">
          {t(!unsupported ? 'spoken.blocked' : autoPlay ? 'spoken.unplayable' : 'player.unplayable')}
        </SmallText>
      ) : null}
    </Box>
  );
}
