import captureUrl from './capture-worklet.ts?worker&url';

/** Why the microphone gives no sound. `insecure`: browsers allow microphones on HTTPS pages only. */
export type MicrophoneProblem = 'insecure' | 'denied' | 'none' | 'busy' | 'unsupported' | 'lost';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;
  constructor(problem: MicrophoneProblem, options?: { cause?: unknown }) {
    super(`No microphone: ${problem}`, options);
    this.name = 'MicrophoneError';
    this.problem = problem;
  }
}

export type MicrophoneDevice = { id: string; label: string };

export type OpenMicrophone = {
  sampleRate: number;
  /** The device, where the browser names it. */
  deviceId: string | undefined;
  close: () => void;
};

type MicrophoneListener = {
  onSamples: (samples: Float32Array) => void;
  /** The device was unplugged, or its permission withdrawn. */
  onLost: () => void;
};

/** Whether this page may have a microphone at all; what is wrong if not. */
export function findMicrophoneProblem(): MicrophoneProblem | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  if (globalThis.navigator?.mediaDevices?.getUserMedia === undefined) return 'unsupported';
  return globalThis.AudioWorkletNode === undefined ? 'unsupported' : undefined;
}

const PROBLEMS: Record<string, MicrophoneProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  // The processing that a telephone does.
  const defaultConstraints = {
    channelCount: 1,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  };
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio:
        deviceId === undefined
          ? defaultConstraints
          : { ...defaultConstraints, deviceId: { exact: deviceId } },
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new MicrophoneError(PROBLEMS[name] ?? 'unsupported', { cause: error });
  }
}

/** Asks for the microphone and passes its sound on until it is closed. */
export async function openMicrophone(
  deviceId: string | undefined,
  { onSamples, onLost }: MicrophoneListener,
): Promise<OpenMicrophone> {
  const problem = findMicrophoneProblem();
  if (problem !== undefined) throw new MicrophoneError(problem);
  const stream = await openStream(deviceId);
  const [track] = stream.getAudioTracks();
  const context = new AudioContext();
  const close = () => {
    for (const openTrack of stream.getTracks()) openTrack.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(captureUrl);
    await context.resume();
    const capture = new AudioWorkletNode(context, 'capture');
    capture.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => onSamples(data));
    capture.port.start();
    context.createMediaStreamSource(stream).connect(capture);
    // A worklet runs only while connected; the capture worklet outputs silence.
    capture.connect(context.destination);
  } catch (error) {
    close();
    throw new MicrophoneError('unsupported', { cause: error });
  }
  track?.addEventListener('ended', onLost);
  return { sampleRate: context.sampleRate, deviceId: track?.getSettings().deviceId, close };
}

/** The available microphones; browsers name them only once one was allowed. */
export async function listMicrophones(): Promise<MicrophoneDevice[]> {
  if (findMicrophoneProblem() !== undefined) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
