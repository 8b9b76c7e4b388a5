import type { SoundFailureCode } from '#gateway/engine/sound/audio-decode-error.ts';
import type { AudioDecodeOptions, DecodedAudio } from '#gateway/modules/speech/ports/audio.ts';

/** First line on the decoder's standard input; the record follows to the end. */
export type DecoderJob = AudioDecodeOptions;

/** Descriptor of the samples, or of files of packets. */
export const AUDIO_DESCRIPTOR = 3;
/** Descriptor of the one `DecoderReply`, as JSON after the samples. */
export const REPLY_DESCRIPTOR = 4;

export type DecoderReply = { decoded: DecodedAudio } | { failure: SoundFailureCode };
