/** A browser's microphone for tests of pages: what it hears is what the test says. */
import { onTestFinished, vi } from 'vitest';

const MICROPHONE_RATE = 48_000;

interface FakeMicrophone {
  /** Passes seconds of a voice, or of the silence of a room, to whoever records. */
  play(kind: 'voice' | 'silence', seconds: number): void;
  /** Whether somebody holds it. */
  isOpen(): boolean;
  unplug(): void;
}

type Options = {
  /** Name of the error with which the browser refuses it. */
  refuses?: string;
  devices?: readonly { deviceId: string; label: string }[];
};

/** Puts it into the globals of the page; `vi.unstubAllGlobals` takes it out. */
export function installMicrophone({ refuses, devices = [] }: Options = {}): FakeMicrophone {
  let port: EventTarget | undefined;
  let stopped = true;
  const track = Object.assign(new EventTarget(), {
    stop: () => (stopped = true),
    getSettings: () => ({ deviceId: devices[0]?.deviceId ?? 'one' }),
  });
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const mediaDevices = {
    getUserMedia: async () => {
      if (refuses !== undefined) throw Object.assign(new Error(refuses), { name: refuses });
      stopped = false;
      return stream;
    },
    enumerateDevices: async () => devices.map((device) => ({ kind: 'audioinput', ...device })),
  };
  class FakeContext {
    sampleRate = MICROPHONE_RATE;
    destination = {};
    audioWorklet = { addModule: async () => undefined };
    resume = async () => undefined;
    close = async () => undefined;
    createMediaStreamSource = () => ({ connect: () => undefined });
  }
  class FakeNode {
    port = Object.assign(new EventTarget(), { start: () => undefined });
    constructor() {
      port = this.port;
    }
    connect() {}
  }
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('AudioWorkletNode', FakeNode);
  setMediaDevices(mediaDevices);
  return {
    play: (kind, seconds) => {
      const amplitude = kind === 'voice' ? 0.2 : 0.0003;
      const piece = MICROPHONE_RATE / 10;
      for (let index = 0; index < Math.round(seconds * 10); index += 1) {
        const samples = Float32Array.from(
          { length: piece },
          (_, position) => amplitude * Math.sin((2 * Math.PI * 220 * position) / MICROPHONE_RATE),
        );
        port?.dispatchEvent(new MessageEvent('message', { data: samples }));
      }
    },
    isOpen: () => !stopped,
    unplug: () => void track.dispatchEvent(new Event('ended')),
  };
}

/** A page that came over plain HTTP: browsers keep the microphone from it. */
export function removeMicrophone(): void {
  vi.stubGlobal('isSecureContext', false);
  setMediaDevices(undefined);
}

/** For this test alone. */
function setMediaDevices(value: object | undefined): void {
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
}
