import { joinChunks } from '#gateway/join-chunks.ts';
import { createCutter, type Piece } from '#gateway/sound/cut-at-silences.ts';

/** Pieces of a stream of samples, each as soon as it is complete. */
export async function* cutSound(samples: AsyncIterable<Uint8Array>): AsyncGenerator<Piece, void, void> {
  const cutter = createCutter();
  let odd: Uint8Array = new Uint8Array(0);
  for await (const chunk of samples) {
    const bytes = joinChunks([odd, chunk], odd.length + chunk.length);
    const pcm = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
    odd = bytes.subarray(pcm.length * 2);
    yield* cutter.push(pcm);
  }
  yield* cutter.end();
}
