/** Why a recording cannot be decoded; `causes` of the contract has the words. */
export const SOUND_FAILURES = [
  'record-empty',
  'not-sound',
  'sound-damaged',
  'no-sound-track',
  'sound-codec-unknown',
  'sound-not-divisible',
  'too-many-channels',
  'odd-sample-rate',
  'sound-too-large-inside',
  'sound-timeout',
  'decoder-crashed',
] as const;
export type SoundFailureCode = (typeof SOUND_FAILURES)[number];

/** A record from which no sound can be had. */
export class AudioDecodeError extends Error {
  readonly code: SoundFailureCode;
  constructor(code: SoundFailureCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'AudioDecodeError';
    this.code = code;
  }
}
