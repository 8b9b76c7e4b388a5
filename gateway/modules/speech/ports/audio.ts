import type { PackedSound } from '#gateway/engine/sound/pack-track.ts';

/** What is known of a record once it was decoded. */
export interface DecodedAudio {
  /** Samples that were written, 16,000 a second. */
  samples: number;
  /** Seconds that the record has; null: more than were wanted, and not counted to the end. */
  totalSeconds: number | null;
  /** Sample rates in Hz that the file states: the allowed values of SampleRate. */
  rates: number[];
  /** `raw`: samples without a head. */
  format: string;
  /** Where its sound has no decoder here: the files that were written, one after the other, in place of samples. */
  packed: PackedSound | null;
}

/** What is known of a record, and how much of it is wanted. */
export interface AudioDecodeOptions {
  /** Hz of 16-bit little-endian mono samples without a head; null: it must be a sound file. */
  rawRate: number | null;
  /** Seconds that are wanted, from the beginning. */
  maxSeconds: number;
  /** Bytes of the record, where they are known. */
  size?: number;
}

/** Decodes sound files of any common format. */
export interface AudioDecoder {
  /**
   * Gives the sound to `write` in pieces of mono 16-bit little-endian samples at 16,000 Hz, or the bytes of `packed`, in
   * order, no faster than they are taken. Rejects with `AudioDecodeError` when nothing can be had from the record, or with the signal's reason.
   */
  decode(
    record: ReadableStream<Uint8Array>,
    order: AudioDecodeOptions,
    write: (bytes: Uint8Array) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<DecodedAudio>;
}
