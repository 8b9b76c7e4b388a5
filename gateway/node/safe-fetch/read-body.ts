import type { Readable, Transform } from 'node:stream';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { FetchFailure } from './fetch-failure.ts';

const MOST_ENCODINGS = 2;

/** A body with its content encodings undone, at most `limit` bytes of it: the size that counts is the decoded one. */
export async function readBody(body: Readable, encoding: string, limit: number): Promise<Uint8Array> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS)
    throw new FetchFailure('page-type-not-readable', { mime: encoding.slice(0, 60) });
  const decoders = names.reverse().map(createDecoder);
  const chunks: Buffer[] = [];
  let length = 0;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      length += chunk.length;
      chunks.push(chunk);
      done(
        length > limit ? new FetchFailure('too-large', { limitMb: Math.round(limit / 1024 / 1024) }) : null,
      );
    },
  });
  await pipeline([body, ...decoders, sink]);
  return Buffer.concat(chunks);
}

function createDecoder(name: string): Transform {
  // Servers that cut the last bytes of a compressed page are common, and browsers show it all the same.
  if (name === 'gzip' || name === 'x-gzip')
    return zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  if (name === 'deflate') return zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH });
  if (name === 'br')
    return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  throw new FetchFailure('page-type-not-readable', { mime: name.slice(0, 60) });
}
