import type { SoundFailureCode } from '#gateway/engine/sound/audio-decode-error.ts';
import type { AudioDecodeOptions, DecodedAudio } from '#gateway/modules/speech/ports/audio.ts';

/** First line on the decoder's standard input; the record follows to the end. */
export type DecoderJob = AudioDecodeOptions;

/** Samples, or files of packets, go out here. */
export const AUDIO_DESCRIPTOR = 3;
/** And, when they are over, one JSON of this here. */
export const REPLY_DESCRIPTOR = 4;

export type DecoderReply = { decoded: DecodedAudio } | { failure: SoundFailureCode };
