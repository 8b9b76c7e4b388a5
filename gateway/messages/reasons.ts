import type { ReadFailureCode, ReadWarning } from '#gateway/text/document.ts';

/** Why a page could not be fetched. */
export type FetchFailureCode =
  | 'url-invalid'
  | 'address-not-allowed'
  | 'host-not-listed'
  | 'name-not-found'
  | 'unreachable'
  | 'http-status'
  | 'too-many-redirects'
  | 'too-large'
  | 'page-took-too-long'
  | 'bad-certificate'
  | 'page-type-not-readable';

/** What went wrong within the gateway itself. */
export type IndexFailureCode = 'file-lost' | 'index-failed' | 'no-source-readable';

export type ReasonCode = ReadFailureCode | ReadWarning['code'] | FetchFailureCode | IndexFailureCode;
