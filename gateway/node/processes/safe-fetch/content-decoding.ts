import { pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { FetchError } from './fetch-error.ts';
import { joinPieces, peek } from './peek.ts';

const MAX_ENCODINGS = 2;
/** Bytes by which a body shows whether it is compressed as its header says. */
const PROBE_BYTES = 1024;

// Servers that cut the last bytes of a compressed page are common, and browsers show it all the same.
const ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

interface Decoder {
  create: () => Transform;
  /** Decodes the beginning of a body; throws when the body is in another form. */
  probe: (head: Uint8Array) => Uint8Array;
}

const GZIP: Decoder = { create: () => zlib.createGunzip(ZLIB), probe: (head) => zlib.gunzipSync(head, ZLIB) };
const DEFLATE: Decoder = {
  create: () => zlib.createInflate(ZLIB),
  probe: (head) => zlib.inflateSync(head, ZLIB),
};
/** What some servers send as deflate, without the header of zlib; browsers read it. */
const RAW_DEFLATE: Decoder = {
  create: () => zlib.createInflateRaw(ZLIB),
  probe: (head) => zlib.inflateRawSync(head, ZLIB),
};
const BR: Decoder = {
  create: () => zlib.createBrotliDecompress(BROTLI),
  probe: (head) => zlib.brotliDecompressSync(head, BROTLI),
};
const DECODERS: Record<string, readonly Decoder[]> = {
  gzip: [GZIP],
  'x-gzip': [GZIP],
  deflate: [DEFLATE, RAW_DEFLATE],
  br: [BR],
};

type Pieces = AsyncIterable<Buffer>;

/**
 * The step of a stream that undoes the content encodings of a body. A body that is not compressed as its header says is
 * passed on as it is when its beginning is plain; otherwise the step throws `FetchError` `compression-not-readable`, as
 * for more than two encodings.
 */
export function decodeContent(encoding: string): (body: Pieces) => Pieces {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  // A longer list of encodings counts as an unknown encoding.
  const steps = names.length > MAX_ENCODINGS ? [encoding] : names.toReversed();
  return (body) => steps.reduce(decodeOnce, body);
}

async function* decodeOnce(body: Pieces, name: string): AsyncGenerator<Buffer> {
  const { head, rest } = await peek(body, PROBE_BYTES);
  const decoder = chooseDecoder(name, head);
  const pieces = joinPieces(head, rest);
  // Errors reach the reader of the decoder, which is destroyed with them.
  yield* decoder ? pipeline(Readable.from(pieces), decoder.create(), () => undefined) : pieces;
}

/** The decoder that takes the beginning of a body; undefined for a body that is plain all the same. */
function chooseDecoder(name: string, head: Buffer): Decoder | undefined {
  const decoder = DECODERS[name]?.find(({ probe }) => accepts(probe, head.subarray(0, PROBE_BYTES)));
  if (decoder || head.length === 0 || isPlain(head)) return decoder;
  throw new FetchError('compression-not-readable');
}

function accepts(probe: Decoder['probe'], head: Buffer): boolean {
  try {
    return probe(head).length > 0 || head.length < PROBE_BYTES;
  } catch {
    return false;
  }
}

/** Text, or a document whose first bytes are known. */
function isPlain(head: Buffer): boolean {
  const isKnown = /^(?:%PDF-|PK|\xff\xfe|\xfe\xff)/.test(head.toString('latin1'));
  return isKnown || head.every((byte) => byte >= 32 || (byte >= 8 && byte <= 13) || byte === 27);
}
