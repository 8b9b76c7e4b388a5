import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { AudioDecodeError } from '#gateway/engine/sound/audio-decode-error.ts';
import type { DecodedAudio } from '#gateway/modules/speech/ports/audio.ts';
import { createAudioDecoder, type DecoderLimits } from '#gateway/node/processes/audio/audio-decoder.ts';
import { readM4a } from '#tests/support/aac-fixtures.ts';
import { decodeFixture, fixture } from '#tests/support/audio-fixtures.ts';

/** Running decoder processes of this test. */
function decoders(): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/status`, 'latin1').includes(`\nPPid:\t${process.pid}\n`);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('decoder-process.');
    } catch {
      return false;
    }
  }).length;
}

const opened: ReturnType<typeof createAudioDecoder>[] = [];
function open(limits: Partial<DecoderLimits> = {}, atOnce = 2) {
  const decoder = createAudioDecoder({ limits, atOnce });
  opened.push(decoder);
  return decoder;
}
afterEach(() => {
  for (const decoder of opened.splice(0)) decoder.close();
});

const ALL = { rawRate: null, maxSeconds: 7200 };
const streamOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream();
const nowhere = () => Promise.resolve();

/** Bytes without an end, and whether whoever takes them has let go. */
function endless(chunk: Uint8Array) {
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(chunk.slice()),
    cancel: () => void (isLeft = true),
  });
  return { stream, isLeft: () => isLeft };
}

describe('the decoding process', () => {
  test('gives the same samples as decoding in place', async () => {
    const chunks: Uint8Array[] = [];
    const facts = await open().decode(
      streamOf(fixture('speech.mp3')),
      ALL,
      async (pcm) => void chunks.push(pcm.slice()),
    );
    const bytes = Buffer.concat(chunks);
    const expected = await decodeFixture('speech.mp3');
    expect(facts).toMatchObject({ samples: expected.length, rates: [22_050], format: 'mp3' });
    expect(bytes.equals(Buffer.from(expected.buffer))).toBe(true);
    expect(decoders()).toBe(0);
  });

  test('gives the packets of what it does not decode, and where each file ends', async () => {
    const chunks: Uint8Array[] = [];
    const sound = fixture('speech-video.mp4');
    const { packed, samples } = await open().decode(
      streamOf(sound),
      { ...ALL, size: sound.length },
      async (bytes) => void chunks.push(bytes.slice()),
    );
    const file = new Uint8Array(Buffer.concat(chunks));
    expect([samples, packed?.codec, packed?.pieces.map(({ bytes }) => bytes)]).toEqual([
      0,
      'AAC',
      [file.length],
    ]);
    expect((await readM4a(file)).packets).toHaveLength(100);
  });

  test.each([
    ['README.md', 'not-sound'],
    ['speech-opus.caf', 'sound-codec-unknown'],
  ])('says why %s cannot be heard', async (name, code) => {
    const failure = open().decode(streamOf(fixture(name)), ALL, nowhere);
    await expect(failure).rejects.toMatchObject({ name: 'AudioDecodeError', code });
  });

  test('stops reading a record without sound, however long it is', async () => {
    const text = endless(new TextEncoder().encode('هذا ليس صوتًا '.repeat(2000)));
    await expect(open().decode(text.stream, ALL, nowhere)).rejects.toMatchObject({ code: 'not-sound' });
    expect(text.isLeft()).toBe(true);
  });

  test('ends a decoder above its memory limit', async () => {
    // MP4 has to be held whole; this one never ends.
    const box = new Uint8Array(1024 * 1024);
    box.set([0x7f, 0xff, 0xff, 0xff, 0x66, 0x74, 0x79, 0x70]);
    const mp4 = endless(box);
    const failure = open({ megabytes: 200 }).decode(mp4.stream, ALL, nowhere);
    await expect(failure).rejects.toMatchObject({ code: 'sound-too-large-inside' });
    expect(mp4.isLeft()).toBe(true);
    expect(decoders()).toBe(0);
  });

  test('ends a decoder that is silent for too long', async () => {
    const stalled = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(fixture('speech.mp3').slice(0, 100)),
    });
    await expect(open({ seconds: 1 }).decode(stalled, ALL, nowhere)).rejects.toMatchObject({
      code: 'sound-timeout',
    });
    expect(decoders()).toBe(0);
  });

  test('goes no faster than its samples are taken, and is not blamed for that', async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let taken = 0;
    const decoding = open({ seconds: 8 }).decode(streamOf(fixture('long-opus.ogg')), ALL, async (pcm) => {
      begun.resolve();
      await goOn.promise;
      taken += pcm.length;
    });
    await Promise.race([begun.promise, decoding]);
    // Longer than it may be silent: this silence is ours.
    await new Promise((resolve) => setTimeout(resolve, 8_500));
    expect([taken, decoders()]).toEqual([0, 1]);
    goOn.resolve();
    expect((await decoding).samples * 2).toBe(taken);
  });

  test('is gone when nobody wants the sound any more, and lets go of the record', async () => {
    const leaving = new AbortController();
    const wav = fixture('speech-16k.wav');
    new DataView(wav.buffer).setUint32(wav.length - (wav.length - 40), 0xffffffff, true);
    const source = endless(wav);
    let taken = 0;
    const decoding = open().decode(
      source.stream,
      ALL,
      async (pcm) => {
        taken += pcm.length;
        if (taken > 1_000_000) leaving.abort(new Error('gone'));
      },
      leaving.signal,
    );
    await expect(decoding).rejects.toThrow('gone');
    expect([decoders(), source.isLeft()]).toEqual([0, true]);
  });

  test('ends and says so when its samples cannot be kept', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const decoding = open().decode(streamOf(fixture('speech.mp3')), ALL, () => Promise.reject(full));
    await expect(decoding).rejects.toBe(full);
    expect(decoders()).toBe(0);
  });

  test('queues records, and drops those whose caller is gone', async () => {
    const decoder = open({}, 1);
    const leaving = new AbortController();
    const first = decoder.decode(streamOf(fixture('speech.mp3')), ALL, nowhere);
    const second = decoder.decode(streamOf(fixture('speech.mp3')), ALL, nowhere, leaving.signal);
    const third = decoder.decode(streamOf(fixture('speech.flac')), ALL, nowhere);
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect((await first).format).toBe('mp3');
    expect((await third).format).toBe('flac');
  });

  test('closes the record of a caller that disconnects before its turn', async () => {
    const decoder = open({}, 1);
    const leaving = new AbortController();
    const first = decoder.decode(streamOf(fixture('speech.mp3')), ALL, nowhere);
    const waiting = endless(new Uint8Array(1000));
    const second = decoder.decode(waiting.stream, ALL, nowhere, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    const late = endless(new Uint8Array(1000));
    await expect(decoder.decode(late.stream, ALL, nowhere, leaving.signal)).rejects.toThrow('gone');
    await first;
    const gone = endless(new Uint8Array(1000));
    await expect(decoder.decode(gone.stream, ALL, nowhere, leaving.signal)).rejects.toThrow('gone');
    expect([waiting.isLeft(), late.isLeft(), gone.isLeft()]).toEqual([true, true, true]);
    expect((await decoder.decode(streamOf(fixture('speech.flac')), ALL, nowhere)).format).toBe('flac');
  });

  test.each([
    'speech.mp3',
    'speech.m4a',
    'speech-opus.ogg',
    'speech-vorbis.ogg',
    'speech.flac',
    'speech.webm',
    'speech.amr',
  ])('%s with bytes changed anywhere is heard or refused, and soon', async (name) => {
    const decoder = open({ seconds: 3 });
    for (let seed = 1; seed <= 2; seed++) {
      const bytes = fixture(name);
      let state = seed * 97;
      for (let change = 0; change < 40; change++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        bytes[state % bytes.length] = (state >> 8) & 0xff;
      }
      const outcome = await decoder.decode(streamOf(bytes), ALL, nowhere).catch((error: unknown) => error);
      const isHeard = ({ samples, packed }: DecodedAudio) => samples > 0 || (packed?.pieces.length ?? 0) > 0;
      expect(outcome instanceof AudioDecodeError || isHeard(outcome as DecodedAudio)).toBe(true);
    }
    expect(decoders()).toBe(0);
  });
});
