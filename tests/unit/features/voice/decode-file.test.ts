import { afterEach, expect, test, vi } from 'vitest';
import { readWav } from '#common/wav.ts';
import { decodeFile } from '#src/features/voice/recording/decode-file.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';

/** A browser that decodes to these channels. */
function installDecoder(channels: Float32Array[], decode = vi.fn<(bytes: number) => Promise<void>>()) {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData(bytes: ArrayBuffer) {
        await decode(bytes.byteLength);
        return {
          length: channels[0]?.length ?? 0,
          duration: (channels[0]?.length ?? 0) / 16_000,
          numberOfChannels: channels.length,
          getChannelData: (channel: number) => channels[channel],
        };
      }
    },
  );
  return decode;
}

afterEach(() => vi.unstubAllGlobals());

const fileOf = (name: string) => new File([fixture(name)], name);

test.each(['speech.m4a', 'speech-video.mp4', 'speech.aac'])('makes WAV of %s', async (name) => {
  const decode = installDecoder([new Float32Array(48_000).fill(0.5), new Float32Array(48_000).fill(-0.25)]);
  const decoded = await decodeFile(fileOf(name), 1);
  expect(decode).toHaveBeenCalledWith(fixture(name).length);
  expect([decoded?.seconds, decoded?.file.name]).toEqual([3, name.replace(/\.\w+$/u, '.wav')]);
  const wav = readWav(new Uint8Array((await decoded?.file.arrayBuffer()) ?? new ArrayBuffer(0)));
  expect([wav?.sampleRate, wav?.pcm.length, wav?.pcm[100]]).toEqual([16_000, 32_000, 4096]);
});

test.each(['speech-16k.wav', 'speech.mp3', 'speech-opus.ogg', 'speech.webm', 'README.md'])(
  'leaves %s to the gateway',
  async (name) => {
    const decode = installDecoder([new Float32Array(10)]);
    expect(await decodeFile(fileOf(name), 60)).toBeUndefined();
    expect(decode).not.toHaveBeenCalled();
  },
);

test('leaves to the gateway what the browser cannot decode', async () => {
  installDecoder([], vi.fn<(bytes: number) => Promise<void>>().mockRejectedValue(new Error('EncodingError')));
  expect(await decodeFile(fileOf('speech.m4a'), 60)).toBeUndefined();
  installDecoder([]);
  expect(await decodeFile(fileOf('speech.m4a'), 60)).toBeUndefined();
  vi.unstubAllGlobals();
  expect(await decodeFile(fileOf('speech.m4a'), 60)).toBeUndefined();
});
