import type { DecodedSound, DecodingOrder } from '#gateway/ports.ts';
import type { SoundFailureCode } from '#gateway/sound/sound-failure.ts';

/** First line on the decoder's standard input; the record follows to the end. */
export type DecoderJob = DecodingOrder;

/** Samples go out here. */
export const SOUND_DESCRIPTOR = 3;
/** And, when they are over, one JSON of this here. */
export const REPLY_DESCRIPTOR = 4;

export type DecoderReply = { decoded: DecodedSound } | { failure: SoundFailureCode };
