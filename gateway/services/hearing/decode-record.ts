import { GatewayFault } from '#gateway/errors.ts';
import type { DecodedSound, Ports } from '#gateway/ports.ts';
import { SoundFailure } from '#gateway/sound/sound-failure.ts';
import type { TakenRecord } from './take-record.ts';

/** A record as samples, in a blob of its own. */
export interface Sound extends DecodedSound {
  /** Seconds of it that were asked for and are there. */
  seconds: number;
  /** Mono 16-bit samples, 16,000 a second, in pieces of any length. */
  open(): Promise<ReadableStream<Uint8Array>>;
  remove(): Promise<void>;
}

/** Samples a second of a record without a head whose rate nobody says: what speech is mostly recorded at for machines. */
const DEFAULT_RATE = 16_000;
export const HEARD_RATE = 16_000;

export interface DecodingWish {
  /** As the form says; null: the gateway's own, and the file's where it has one. */
  sampleRate: number | null;
  mostSeconds: number;
}

/**
 * Decodes a record into a blob. Its whole length is known then, before anything is charged. Throws `record-unreadable`
 * when it is no sound, and `sample-rate-differs` when the file itself says another rate than the form.
 */
export async function decodeRecord(
  ports: Ports,
  record: TakenRecord,
  { sampleRate, mostSeconds }: DecodingWish,
  signal: AbortSignal,
): Promise<Sound> {
  const writer = await ports.blobs.create();
  const rawRate = record.isRaw ? (sampleRate ?? DEFAULT_RATE) : null;
  let decoded: DecodedSound;
  try {
    const order = { rawRate, mostSeconds };
    decoded = await ports.decoder.decode(await record.open(), order, (pcm) => writer.write(pcm), signal);
    if (sampleRate !== null && decoded.rates.length > 0 && !decoded.rates.includes(sampleRate))
      throw new GatewayFault(
        'sample-rate-differs',
        { sent: sampleRate, found: decoded.rates.map(String) },
        { field: 'SampleRate' },
      );
  } catch (error) {
    await writer.abort();
    if (error instanceof SoundFailure)
      throw new GatewayFault(
        'record-unreadable',
        { reason: error.code },
        { field: record.field, cause: error },
      );
    throw error;
  }
  const { key } = await writer.commit();
  return {
    ...decoded,
    seconds: decoded.samples / HEARD_RATE,
    async open() {
      const opened = await ports.blobs.open(key);
      if (!opened) throw new Error('the decoded record is gone');
      return opened.stream;
    },
    remove: () => ports.blobs.remove(key),
  };
}
