import { SPEECH_RATE } from '#common/resample.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { AudioDecodeError } from '#gateway/engine/sound/audio-decode-error.ts';
import { openBlob } from '#gateway/modules/files/services/save-blob.ts';
import type { DecodedAudio } from '#gateway/modules/speech/ports/audio.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import type { RecordSource } from './record-source.ts';

/** A record as samples, or as files that a server decodes, in a blob of its own. */
export interface DecodedRecord extends DecodedAudio {
  /** Seconds of the requested part that the record has. */
  seconds: number;
  /** Mono 16-bit samples, 16,000 a second, or the bytes of `packed`, in pieces of any length. */
  open(): Promise<ReadableStream<Uint8Array>>;
  remove(): Promise<void>;
}

/** Samples a second of a record without a head whose rate nobody says: what speech is mostly recorded at for machines. */
const DEFAULT_SAMPLE_RATE_HZ = 16_000;

interface DecodeRecordOptions {
  /** As the form says; null: the gateway's own, and the file's where it has one. */
  sampleRate: number | null;
  maxSeconds: number;
}

/**
 * Decodes a record into a blob. Its whole length is known then, before anything is charged. Throws `record-unreadable`
 * when it is no sound, and `sample-rate-differs` when the file itself says another rate than the form.
 */
export async function decodeRecord(
  ports: Pick<Ports, 'blobs' | 'decoder'>,
  record: RecordSource,
  { sampleRate, maxSeconds }: DecodeRecordOptions,
  signal: AbortSignal,
): Promise<DecodedRecord> {
  const writer = await ports.blobs.create();
  const rawRate = record.isRaw ? (sampleRate ?? DEFAULT_SAMPLE_RATE_HZ) : null;
  let decoded: DecodedAudio;
  try {
    const order = { rawRate, maxSeconds, size: record.size };
    decoded = await ports.decoder.decode(await record.open(), order, (bytes) => writer.write(bytes), signal);
    if (sampleRate !== null && decoded.rates.length > 0 && !decoded.rates.includes(sampleRate))
      throw new GatewayFault(
        'sample-rate-differs',
        { sent: sampleRate, found: decoded.rates.map(String) },
        { field: 'SampleRate' },
      );
  } catch (error) {
    await writer.abort();
    if (error instanceof AudioDecodeError)
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
    seconds: decoded.packed
      ? decoded.packed.pieces.reduce((sum, { seconds }) => sum + seconds, 0)
      : decoded.samples / SPEECH_RATE,
    open: () => openBlob(ports.blobs, key),
    remove: () => ports.blobs.remove(key),
  };
}
