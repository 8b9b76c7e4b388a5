import type { faults } from '#src/i18n/en/faults.ts';

export type ReasonCode = keyof typeof faults.reason;

/** The reasons and warnings that have words here; typed against them, so that neither list can miss one. */
const REASON_CODES: Record<ReasonCode, true> = {
  'empty-file': true,
  'no-text': true,
  'pictures-of-text': true,
  'pictures-unreadable': true,
  'letters-scrambled': true,
  'password-protected': true,
  damaged: true,
  'not-readable-type': true,
  'too-large-inside': true,
  'too-deep': true,
  'out-of-memory': true,
  'took-too-long': true,
  'reader-crashed': true,
  'encoding-guessed': true,
  'letters-damaged': true,
  'hidden-text-dropped': true,
  'pages-without-text': true,
  'read-by-ocr': true,
  'parts-skipped': true,
  truncated: true,
  'url-invalid': true,
  'address-not-allowed': true,
  'host-not-listed': true,
  'name-not-found': true,
  unreachable: true,
  'http-status': true,
  'too-many-redirects': true,
  'too-large': true,
  'page-took-too-long': true,
  'bad-certificate': true,
  'page-type-not-readable': true,
  'file-lost': true,
  'index-failed': true,
  'no-source-readable': true,
};

export function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(REASON_CODES, code);
}
