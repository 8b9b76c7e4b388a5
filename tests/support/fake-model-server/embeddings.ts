import type { Reply } from './send.ts';

export interface EmbeddingsBody {
  model: string;
  input: string | string[];
  dimensions?: number;
}

/**
 * A stand-in for an embedding: how often each pair, triple and word of characters occurs, hashed to so many numbers. Texts that
 * share characters lie near each other, and that is all. For correctness only: nothing about the quality of finding can
 * be told from it. It is not of length 1, as not every server's are.
 */
export function embedByLetters(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  const letters = Array.from(text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, ''));
  for (const size of [2, 3]) {
    for (let index = 0; index + size <= letters.length; index++) {
      let hash = 2_166_136_261;
      for (const letter of letters.slice(index, index + size)) {
        hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
      }
      const slot = hash % dimensions;
      vector[slot] = (vector[slot] ?? 0) + ((hash >>> 16) & 1 ? 1 : -1);
    }
  }
  // A text too short to have pairs still has a direction.
  if (!vector.some((value) => value !== 0)) vector[letters.length % dimensions] = 1;
  return vector;
}

export function replyToEmbeddings(body: EmbeddingsBody, dimensions: number, withUsage: boolean): Reply {
  const texts = [body.input].flat();
  const size = body.dimensions ?? dimensions;
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const whole = {
    object: 'list',
    model: body.model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embedByLetters(text, size) })),
    ...(withUsage ? { usage: { prompt_tokens: tokens, total_tokens: tokens } } : {}),
  };
  return { type: 'application/json', parts: [JSON.stringify(whole)], tail: [], isEvents: false };
}
