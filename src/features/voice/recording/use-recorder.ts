import { useCallback, useEffect, useRef, useState } from 'react';
import { createResampler, joinSamples, SPEECH_RATE, toPcm16 } from '#common/resample.ts';
import { writeWav } from '#common/wav.ts';
import {
  type AudioLevel,
  classifyRecording,
  createLevelMeter,
  detectVoiceActivity,
  LEVEL_WINDOW_SECONDS,
  type RecordingQuality,
  type VoiceActivity,
} from './audio-level.ts';
import {
  findMicrophoneProblem,
  listMicrophones,
  type MicrophoneDevice,
  MicrophoneError,
  type OpenMicrophone,
  openMicrophone,
} from './microphone.ts';

/** The microphones to choose from; read again when a device is plugged in or out. */
export function useMicrophones() {
  const [devices, setDevices] = useState<readonly MicrophoneDevice[]>([]);
  const [selectedId, setSelectedId] = useState<string>();
  const refresh = useCallback(() => void listMicrophones().then(setDevices, () => undefined), []);
  useEffect(() => {
    if (findMicrophoneProblem() !== undefined) return undefined;
    const { mediaDevices } = navigator;
    refresh();
    mediaDevices.addEventListener?.('devicechange', refresh);
    return () => mediaDevices.removeEventListener?.('devicechange', refresh);
  }, [refresh]);
  const availableId = devices.some(({ id }) => id === selectedId) ? selectedId : undefined;
  return { devices, selectedId: availableId, select: setSelectedId, refresh };
}

/** Why a recording ended. */
type StopReason = 'person' | 'silence' | 'limit' | 'lost';

export type Recording = {
  file: File;
  seconds: number;
  /** Seconds of silence at the end, where silence ended the recording. */
  silence: number | undefined;
  stopReason: StopReason;
  quality: RecordingQuality;
};

type Idle = { phase: 'idle'; problem: MicrophoneError | undefined; timedOut: boolean };
export type RecorderState =
  | Idle
  | { phase: 'asking' }
  | { phase: 'recording'; levels: readonly AudioLevel[]; activity: VoiceActivity };

type RecorderOptions = {
  maxSeconds: number;
  /** Whether silence ends the recording. */
  untilSilence: boolean;
  deviceId: string | undefined;
  onRecording: (recording: Recording) => void;
  onOpened: (deviceId: string | undefined) => void;
};

const IDLE: Idle = { phase: 'idle', problem: undefined, timedOut: false };

type RecordingSession = {
  microphone: OpenMicrophone | undefined;
  parts: Float32Array[];
  levels: AudioLevel[];
  end: () => Float32Array;
  closed: boolean;
};

/** Records the microphone as a WAV file; nothing is kept after `onRecording`. */
export function useRecorder(options: RecorderOptions) {
  const [state, setState] = useState<RecorderState>(IDLE);
  const session = useRef<RecordingSession>(undefined);
  const latestOptions = useRef(options);
  useEffect(() => {
    latestOptions.current = options;
  });

  const reset = useCallback((next: RecorderState) => {
    const { current } = session;
    if (current !== undefined) {
      current.closed = true;
      current.microphone?.close();
    }
    session.current = undefined;
    setState(next);
  }, []);

  const finish = useCallback(
    (stopReason: StopReason) => {
      const { current } = session;
      if (current === undefined || current.closed || current.microphone === undefined) return;
      const { levels } = current;
      const pcm = joinSamples([...current.parts, current.end()].map(toPcm16));
      reset(IDLE);
      latestOptions.current.onRecording({
        file: new File([writeWav(pcm, SPEECH_RATE)], 'recording.wav', { type: 'audio/wav' }),
        seconds: pcm.length / SPEECH_RATE,
        silence: stopReason === 'silence' ? detectVoiceActivity(levels).silence : undefined,
        stopReason,
        quality: classifyRecording(levels),
      });
    },
    [reset],
  );

  const cancel = useCallback(() => reset(IDLE), [reset]);

  const start = useCallback(async () => {
    if (session.current !== undefined) return;
    const recording: RecordingSession = {
      microphone: undefined,
      parts: [],
      levels: [],
      end: () => new Float32Array(),
      closed: false,
    };
    session.current = recording;
    setState({ phase: 'asking' });
    let onSamples: (samples: Float32Array) => void = () => {};
    try {
      const microphone = await openMicrophone(latestOptions.current.deviceId, {
        onSamples: (samples) => onSamples(samples),
        onLost: () => finish('lost'),
      });
      if (recording.closed) {
        microphone.close();
        return;
      }
      recording.microphone = microphone;
      latestOptions.current.onOpened(microphone.deviceId);
      const resampler = createResampler(microphone.sampleRate, SPEECH_RATE);
      const measure = createLevelMeter(microphone.sampleRate);
      recording.end = resampler.end;
      onSamples = (samples) => {
        if (recording.closed) return;
        recording.parts.push(resampler.push(samples));
        const levels = measure(samples);
        if (levels.length === 0) return;
        recording.levels.push(...levels);
        const activity = detectVoiceActivity(recording.levels);
        const { untilSilence, maxSeconds } = latestOptions.current;
        if (recording.levels.length * LEVEL_WINDOW_SECONDS >= maxSeconds) finish('limit');
        else if (untilSilence && activity.ended) finish('silence');
        else if (untilSilence && activity.timedOut) reset({ ...IDLE, timedOut: true });
        else setState({ phase: 'recording', levels: [...recording.levels], activity });
      };
      setState({ phase: 'recording', levels: [], activity: detectVoiceActivity([]) });
    } catch (error) {
      if (recording.closed) return;
      const problem =
        error instanceof MicrophoneError ? error : new MicrophoneError('unsupported', { cause: error });
      reset({ ...IDLE, problem });
    }
  }, [finish, reset]);

  // The microphone closes with the page.
  useEffect(
    () => () => {
      const { current } = session;
      if (current === undefined) return;
      current.closed = true;
      current.microphone?.close();
    },
    [],
  );

  return { state, start, stop: useCallback(() => finish('person'), [finish]), cancel };
}
