/** Blocks as they are stored: JSON, compressed. */

/** Compresses blocks that are printed as JSON each. */
export const packBlocks = (blocks: readonly string[]): Promise<Uint8Array> =>
  pipe(new TextEncoder().encode(`[${blocks.join(',')}]`), new CompressionStream('deflate-raw'));

/** The blocks of a part. Rejects where its bytes are not as they were written. */
export async function unpackBlocks(bytes: Uint8Array): Promise<unknown[]> {
  const text = await pipe(bytes, new DecompressionStream('deflate-raw'));
  const blocks = JSON.parse(new TextDecoder().decode(text)) as unknown;
  if (!Array.isArray(blocks)) throw new Error('a part of a reading is not a list');
  return blocks as unknown[];
}

async function pipe(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
