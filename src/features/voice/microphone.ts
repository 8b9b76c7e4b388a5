import captureUrl from './capture-worklet.ts?worker&url';

/** Why there is no sound from a microphone. `insecure`: the page did not come over HTTPS, so browsers have none for it. */
export type MicrophoneProblem = 'insecure' | 'denied' | 'none' | 'busy' | 'unsupported' | 'lost';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;
  constructor(problem: MicrophoneProblem, options?: { cause?: unknown }) {
    super(`No microphone: ${problem}`, options);
    this.name = 'MicrophoneError';
    this.problem = problem;
  }
}

export type Device = { id: string; label: string };

export type OpenMicrophone = {
  sampleRate: number;
  /** Which one it is, as far as the browser tells. */
  deviceId: string | undefined;
  close: () => void;
};

export type Hearer = {
  onSamples: (samples: Float32Array) => void;
  /** It was unplugged, or taken away. */
  onLost: () => void;
};

/** Whether this page may have a microphone at all; what is wrong if not. */
export function findObstacle(): MicrophoneProblem | undefined {
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
  // As a caller's telephone does it.
  const usual = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: deviceId === undefined ? usual : { ...usual, deviceId: { exact: deviceId } },
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new MicrophoneError(PROBLEMS[name] ?? 'unsupported', { cause: error });
  }
}

/** Asks for the microphone and passes its sound on until it is closed. */
export async function openMicrophone(
  deviceId: string | undefined,
  { onSamples, onLost }: Hearer,
): Promise<OpenMicrophone> {
  const obstacle = findObstacle();
  if (obstacle !== undefined) throw new MicrophoneError(obstacle);
  const stream = await openStream(deviceId);
  const [track] = stream.getAudioTracks();
  const context = new AudioContext();
  const close = () => {
    for (const one of stream.getTracks()) one.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(captureUrl);
    await context.resume();
    const capture = new AudioWorkletNode(context, 'capture');
    capture.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => onSamples(data));
    capture.port.start();
    context.createMediaStreamSource(stream).connect(capture);
    // What leads nowhere is not run; it makes no sound.
    capture.connect(context.destination);
  } catch (error) {
    close();
    throw new MicrophoneError('unsupported', { cause: error });
  }
  track?.addEventListener('ended', onLost);
  return { sampleRate: context.sampleRate, deviceId: track?.getSettings().deviceId, close };
}

/** The microphones there are; browsers name them only once one was allowed. */
export async function listMicrophones(): Promise<Device[]> {
  if (findObstacle() !== undefined) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
