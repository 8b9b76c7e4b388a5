import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ear } from './ear.ts';
import { listen } from './ear.ts';
import type { Level, Verdict } from './level.ts';
import { createLevels, judgeRecording, WINDOW } from './level.ts';
import type { OpenMicrophone } from './microphone.ts';
import { MicrophoneError, openMicrophone } from './microphone.ts';
import { createResampler } from './resample.ts';
import { SPEECH_RATE, writeWav } from './wav.ts';

/** Why a recording came to its end. */
export type Ending = 'person' | 'silence' | 'limit' | 'lost';

export type Recording = {
  file: File;
  seconds: number;
  /** Seconds of silence at its end, where they ended it. */
  silence: number | undefined;
  ending: Ending;
  verdict: Verdict;
};

type Idle = { phase: 'idle'; problem: MicrophoneError | undefined; gaveUp: boolean };
export type RecorderState =
  | Idle
  | { phase: 'asking' }
  | { phase: 'recording'; levels: readonly Level[]; ear: Ear };

type Options = {
  maxSeconds: number;
  /** Whether a pause ends it. */
  untilSilence: boolean;
  deviceId: string | undefined;
  onRecording: (recording: Recording) => void;
  onOpened: (deviceId: string | undefined) => void;
};

const IDLE: Idle = { phase: 'idle', problem: undefined, gaveUp: false };

type Session = {
  microphone: OpenMicrophone | undefined;
  parts: Float32Array[];
  levels: Level[];
  flush: () => Float32Array;
  over: boolean;
};

/** Records what a person says as a WAV file; nothing of it is kept here once it is handed on. */
export function useRecorder(options: Options) {
  const [state, setState] = useState<RecorderState>(IDLE);
  const session = useRef<Session>(undefined);
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });

  const leave = useCallback((next: RecorderState) => {
    const { current } = session;
    if (current !== undefined) {
      current.over = true;
      current.microphone?.close();
    }
    session.current = undefined;
    setState(next);
  }, []);

  const finish = useCallback(
    (ending: Ending) => {
      const { current } = session;
      if (current === undefined || current.over || current.microphone === undefined) return;
      const parts = [...current.parts, current.flush()];
      const { levels } = current;
      const samples = parts.reduce((sum, part) => sum + part.length, 0);
      leave(IDLE);
      newest.current.onRecording({
        file: new File([writeWav(parts)], 'recording.wav', { type: 'audio/wav' }),
        seconds: samples / SPEECH_RATE,
        silence: ending === 'silence' ? listen(levels).silence : undefined,
        ending,
        verdict: judgeRecording(levels),
      });
    },
    [leave],
  );

  const cancel = useCallback(() => leave(IDLE), [leave]);

  const start = useCallback(async () => {
    if (session.current !== undefined) return;
    const own: Session = {
      microphone: undefined,
      parts: [],
      levels: [],
      flush: () => new Float32Array(),
      over: false,
    };
    session.current = own;
    setState({ phase: 'asking' });
    let take: (samples: Float32Array) => void = () => {};
    try {
      const microphone = await openMicrophone(newest.current.deviceId, {
        onSamples: (samples) => take(samples),
        onLost: () => finish('lost'),
      });
      if (own.over) {
        microphone.close();
        return;
      }
      own.microphone = microphone;
      newest.current.onOpened(microphone.deviceId);
      const resampler = createResampler(microphone.sampleRate, SPEECH_RATE);
      const measure = createLevels(microphone.sampleRate);
      own.flush = resampler.flush;
      take = (samples) => {
        if (own.over) return;
        own.parts.push(resampler.push(samples));
        const levels = measure(samples);
        if (levels.length === 0) return;
        own.levels.push(...levels);
        const ear = listen(own.levels);
        const { untilSilence, maxSeconds } = newest.current;
        if (own.levels.length * WINDOW >= maxSeconds) finish('limit');
        else if (untilSilence && ear.ended) finish('silence');
        else if (untilSilence && ear.gaveUp) leave({ ...IDLE, gaveUp: true });
        else setState({ phase: 'recording', levels: [...own.levels], ear });
      };
      setState({ phase: 'recording', levels: [], ear: listen([]) });
    } catch (error) {
      if (own.over) return;
      const problem =
        error instanceof MicrophoneError ? error : new MicrophoneError('unsupported', { cause: error });
      leave({ ...IDLE, problem });
    }
  }, [finish, leave]);

  // The microphone goes off with the page.
  useEffect(
    () => () => {
      const { current } = session;
      if (current === undefined) return;
      current.over = true;
      current.microphone?.close();
    },
    [],
  );

  return { state, start, stop: useCallback(() => finish('person'), [finish]), cancel };
}
