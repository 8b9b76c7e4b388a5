/** Why a record cannot be heard; worded in `messages.reasons`. */
export const SOUND_FAILURES = [
  'record-empty',
  'not-sound',
  'sound-damaged',
  'no-sound-track',
  'sound-codec-unknown',
  'aac-not-installed',
  'too-many-channels',
  'odd-sample-rate',
  'sound-too-large-inside',
  'sound-took-too-long',
  'decoder-crashed',
] as const;
export type SoundFailureCode = (typeof SOUND_FAILURES)[number];

/** A record from which no sound can be had. */
export class SoundFailure extends Error {
  readonly code: SoundFailureCode;
  constructor(code: SoundFailureCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'SoundFailure';
    this.code = code;
  }
}
