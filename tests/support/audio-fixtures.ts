import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSound } from '#gateway/engine/sound/decode-sound.ts';

export const FIXTURES = join(import.meta.dirname, '../fixtures/audio');

export function fixture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`${FIXTURES}/${name}`));
}

/** Samples of a fixture at 16,000 Hz. */
export async function decodeFixture(name: string): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  const order = { rawRate: null, maxSeconds: 7200 };
  const { samples } = await decodeSound(new Blob([fixture(name)]).stream(), order, {
    samples: (pcm) => void parts.push(pcm),
    file: () => undefined,
  });
  const whole = new Int16Array(samples);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
