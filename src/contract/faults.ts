/**
 * Section 7 and what `docs/interface-gaps.md` adds: every fault by its code, with its status and the names of its
 * parameters. `X-Fault` carries the code, `X-Fault-Parameters` the parameters (percent-encoded JSON), `X-Fault-Field`
 * the one field to blame. `words` has its sentence, for the envelope and the dashboard alike.
 */
export const FAULTS = {
  'invalid-key': { status: 401, parameters: [] },
  'code-used': { status: 401, parameters: [] },
  /** Replaces `invalid-key` and `code-used` while too many calls from one address wait for their refusal. */
  'too-many-attempts': { status: 429, parameters: ['seconds'] },
  /** The `Host` header is not a configured name of this server; `setting` names the setting. */
  'host-not-allowed': { status: 421, parameters: ['host', 'setting'] },
  /** Unreadable HTTP, or an invalid or repeated `Host` header. */
  'request-malformed': { status: 400, parameters: [] },
  'headers-too-large': { status: 431, parameters: ['limitKilobytes'] },
  'bot-missing': { status: 400, parameters: [] },
  'not-allowed': { status: 403, parameters: [] },
  /** An owner paused the key, and can resume it. */
  'key-paused': { status: 403, parameters: ['name'] },
  'link-expired': { status: 403, parameters: [] },
  'no-such-endpoint': { status: 404, parameters: ['path'] },
  'unit-not-found': { status: 404, parameters: ['id'] },
  'unit-not-in-bin': { status: 404, parameters: ['id'] },
  'key-not-found': { status: 404, parameters: [] },
  /** Bots without another owner key that is valid for a week or longer. */
  'last-owner-key': { status: 409, parameters: ['bots'] },
  /** The key was rotated: its successor can be changed and rotated. */
  'key-rotated': { status: 409, parameters: [] },
  'person-not-found': { status: 404, parameters: [] },
  /** The key may do more than the person that it is given to. */
  'key-exceeds-person': { status: 400, parameters: ['name'] },
  'key-without-bots': { status: 400, parameters: [] },
  'owner-key-capped': { status: 400, parameters: [] },
  'bot-not-found': { status: 404, parameters: ['id'] },
  /** The bot accepts reads only until it is restored. */
  'bot-archived': { status: 403, parameters: [] },
  'stale-bot': { status: 409, parameters: ['name'] },
  /** The bot that the gateway's own setting names. */
  'bot-from-settings': { status: 409, parameters: ['id', 'setting'] },
  'last-bot': { status: 409, parameters: [] },
  'job-not-found': { status: 404, parameters: [] },
  'run-not-found': { status: 404, parameters: [] },
  /** Nothing of the run can be expected again: it failed, was cut, is small talk, or has none of the passages named. */
  'run-not-testable': { status: 400, parameters: [] },
  'test-not-found': { status: 404, parameters: ['id'] },
  'test-set-not-found': { status: 404, parameters: ['id'] },
  'report-not-found': { status: 404, parameters: ['id'] },
  /** Somebody else, or its test, closed the report before. */
  'report-closed': { status: 409, parameters: ['id'] },
  'contradiction-not-found': { status: 404, parameters: ['id'] },
  'evaluation-not-found': { status: 404, parameters: ['id'] },
  'tests-full': { status: 400, parameters: ['max'] },
  'test-sets-full': { status: 400, parameters: ['max'] },
  'test-set-known': { status: 400, parameters: ['name', 'id'] },
  /** The expectation states neither quotes nor words nor a band. */
  'expectation-empty': { status: 400, parameters: [] },
  /** Jobs of this kind come again and cannot be cancelled. */
  'job-recurring': { status: 409, parameters: [] },
  'job-running': { status: 409, parameters: [] },
  /** One bot cannot be resumed while the kind is paused for every bot. */
  'embedding-paused-for-all': { status: 409, parameters: [] },
  'file-not-found': { status: 404, parameters: [] },
  'method-not-allowed': { status: 405, parameters: ['method', 'allowed'] },
  /** Carries the current value of each field in `changed`, and the fresh `ETag`. */
  'stale-unit': {
    status: 409,
    parameters: ['changed', 'title', 'description', 'SourceContent', 'modifiedOn'],
  },
  /** The source was replaced or removed in the meantime. `sources`: names of the unit's current sources. */
  'version-not-found': { status: 404, parameters: ['number'] },
  'version-live': { status: 409, parameters: ['number'] },
  /** Its text is from before readings were kept, and its index is gone. */
  'version-not-kept': { status: 409, parameters: ['number'] },
  /** The draft was changed, published or discarded in the meantime. `title`: of the unit. */
  /** The moment at which drafts are to go live is over. */
  'publication-past': { status: 400, parameters: [] },
  'draft-moved': { status: 409, parameters: ['title', 'number'] },
  /** The draft has no index yet, so that no test can be asked over it. `title`: of the unit. */
  'draft-not-indexed': { status: 409, parameters: ['title', 'number'] },
  /** The passage, or the places of an edit, are of a text that was replaced. */
  'passage-moved': { status: 409, parameters: [] },
  /** It was read before readings were kept. */
  'passage-not-editable': { status: 409, parameters: [] },
  'edit-empty': { status: 400, parameters: [] },
  'edit-not-found': { status: 404, parameters: ['id'] },
  'source-not-found': { status: 404, parameters: ['id', 'sources'] },
  'update-not-held': { status: 409, parameters: ['id'] },
  'sources-full': { status: 400, parameters: ['max'] },
  'last-source': { status: 409, parameters: ['name'] },
  'synonyms-not-found': { status: 404, parameters: ['id'] },
  /** Carries the current group and the fresh `ETag`. */
  'stale-synonyms': { status: 409, parameters: ['expressions', 'note'] },
  'synonyms-same': { status: 400, parameters: ['first', 'second'] },
  'synonyms-without-words': { status: 400, parameters: ['expression'] },
  'synonyms-too-long': { status: 400, parameters: ['expression', 'max'] },
  'synonyms-too-few': { status: 400, parameters: ['min'] },
  'synonyms-known': { status: 400, parameters: ['id', 'expressions'] },
  'synonyms-full': { status: 400, parameters: ['max'] },
  'webhook-not-found': { status: 404, parameters: ['id'] },
  'webhooks-full': { status: 400, parameters: ['max'] },
  /** A webhook that is off receives tests only. */
  'webhook-off': { status: 409, parameters: ['name'] },
  'delivery-not-found': { status: 404, parameters: ['id'] },
  'body-type': { status: 415, parameters: ['expected'] },
  /** `type`: in capitals, from the content where recognised, else from the file name. */
  'type-not-accepted': { status: 415, parameters: ['type', 'accepted'] },
  'type-unknown': { status: 415, parameters: ['accepted'] },
  /** The content does not match the accepted type of the file name. */
  'content-mismatch': { status: 415, parameters: ['extension'] },
  'old-office-format': { status: 415, parameters: ['extension', 'saveAs'] },
  'range-unsatisfiable': { status: 416, parameters: ['size'] },
  'body-too-slow': { status: 408, parameters: ['seconds'] },
  'body-too-large': { status: 413, parameters: ['limitBytes'] },
  'file-too-large': { status: 413, parameters: ['limitMegabytes'] },
  'malformed-json': { status: 400, parameters: [] },
  'malformed-form': { status: 400, parameters: [] },
  'invalid-field': { status: 400, parameters: ['field', 'issue'] },
  'file-missing': { status: 400, parameters: ['field'] },
  'file-empty': { status: 400, parameters: [] },
  'type-contradicts': { status: 400, parameters: ['sent', 'found'] },
  'cannot-convert': { status: 400, parameters: ['from', 'to', 'reason', 'seconds', 'megabytes'] },
  'bot-differs': { status: 400, parameters: ['path', 'header'] },
  'title-taken': { status: 400, parameters: ['title', 'id'] },
  'file-not-of-bot': { status: 400, parameters: ['path'] },
  'file-url-foreign': { status: 400, parameters: ['url'] },
  'file-size-differs': { status: 400, parameters: ['sent', 'stored'] },
  'file-not-readable': { status: 400, parameters: ['name', 'mime'] },
  'url-not-allowed': { status: 400, parameters: ['url'] },
  /** The bot accepts pages of listed hosts only. */
  'host-not-listed': { status: 400, parameters: ['url', 'hosts'] },
  'key-reused': { status: 400, parameters: [] },
  'indexes-empty': { status: 400, parameters: [] },
  'indexes-unknown': { status: 400, parameters: ['names'] },
  'indexes-not-ready': { status: 400, parameters: ['names'] },
  'indexes-off': { status: 400, parameters: ['names'] },
  /** `validFrom`: when the first of them becomes valid. */
  'indexes-not-yet-valid': { status: 400, parameters: ['names', 'validFrom'] },
  /** `validUntil`: when the last of them expired. */
  'indexes-expired': { status: 400, parameters: ['names', 'validUntil'] },
  /** Switched off, outside their dates, or not ready: not all for the same reason. */
  'indexes-unavailable': { status: 400, parameters: ['names'] },
  'nothing-to-search': { status: 400, parameters: [] },
  /** There are ready units, which are switched off or outside their dates. */
  'nothing-available': { status: 400, parameters: [] },
  'stream-flag': { status: 400, parameters: ['expected'] },
  'record-missing': { status: 400, parameters: [] },
  'sample-rate-missing': { status: 400, parameters: [] },
  /** An address that no model server may have, such as a cloud's metadata service. */
  'model-address-refused': { status: 400, parameters: ['url'] },
  'model-not-set': { status: 404, parameters: ['purpose'] },
  /** Another person saved the settings of this purpose in the meantime. */
  'stale-model': { status: 409, parameters: ['purpose'] },
  /** The saved key was sealed with another sealing key and must be entered again. */
  'model-key-lost': { status: 503, parameters: ['purpose', 'model'] },
  /** A saved key belongs to one server and is not sent to another. */
  'model-key-needed': { status: 400, parameters: ['purpose'] },
  'image-unreadable': { status: 400, parameters: ['position'] },
  /** One image is too large, or all images together are. */
  'image-too-large': { status: 413, parameters: ['position', 'limitMegabytes', 'totalMegabytes'] },
  'image-not-fetched': { status: 400, parameters: ['position', 'reason'] },
  'chat-too-long': { status: 400, parameters: ['tokens', 'max'] },
  'record-unreadable': { status: 400, parameters: ['reason'] },
  /** The transcription server rejects, or fails on, a recording passed on undecoded. */
  'record-format-rejected': { status: 400, parameters: ['codec', 'model', 'status'] },
  'record-format-failed': { status: 502, parameters: ['codec', 'model', 'status'] },
  'record-not-fetched': { status: 400, parameters: ['url', 'reason'] },
  'record-ambiguous': { status: 400, parameters: [] },
  /** The sample rate of the file differs from the form's. */
  'sample-rate-differs': { status: 400, parameters: ['sent', 'found'] },
  /** The model server gives no times, which subtitles need. */
  'format-not-offered': { status: 400, parameters: ['format', 'offered'] },
  'translation-not-offered': { status: 400, parameters: ['target', 'offered'] },
  'speaker-unknown': { status: 400, parameters: ['speaker', 'speakers'] },
  /** No configured voice speaks the language. `languages`: languages of the speaker. */
  'language-not-offered': { status: 400, parameters: ['speaker', 'language', 'languages'] },
  /**
   * The speaker does not speak the language. `languages`: languages of the speaker. `speakers`: speakers of the
   * language.
   */
  'speaker-language-mismatch': { status: 400, parameters: ['speaker', 'language', 'languages', 'speakers'] },
  'days-out-of-range': { status: 400, parameters: ['from', 'to', 'max'] },
  'no-ledger': { status: 400, parameters: ['ledger'] },
  /**
   * `held`: reserved by other calls under way. `resetsOn`: an ISO moment, '' without periods. `frees`: first remedy:
   * `calls` (calls under way hold enough), `reset`, or `raise` (neither helps).
   */
  'quota-exceeded': {
    status: 402,
    parameters: ['ledger', 'left', 'total', 'needed', 'held', 'resetsOn', 'frees'],
  },
  /**
   * Like `quota-exceeded`, for the cap of a key: `total` is the cap; `used`, `left` and `held` are the key's; `key` is
   * its id.
   */
  'key-cap-exceeded': {
    status: 402,
    parameters: ['ledger', 'key', 'name', 'used', 'left', 'total', 'needed', 'held', 'resetsOn', 'frees'],
  },
  'too-many-calls': { status: 429, parameters: ['limit', 'seconds'] },
  /** The queue for searches is full, counted over all bots and keys. */
  'search-queue-full': { status: 429, parameters: ['seconds'] },
  internal: { status: 500, parameters: ['requestId'] },
  /** A stored file differs from the upload; no bytes are sent, or not all. */
  'file-changed': { status: 500, parameters: [] },
  /** The database has unreadable rows or indexes and must be restored. */
  'data-damaged': { status: 500, parameters: [] },
  /** The search indexes of all searched units are unreadable; indexing the units again rebuilds them. */
  'indexes-damaged': { status: 500, parameters: ['names'] },
  'upstream-unreachable': { status: 502, parameters: ['upstream'] },
  'model-not-configured': { status: 503, parameters: ['setting'] },
  /** Model server of a purpose: not reachable, refuses the configured key, or does not know the model. */
  'model-unreachable': { status: 502, parameters: ['purpose', 'model'] },
  'model-key-refused': { status: 502, parameters: ['purpose', 'model'] },
  'model-unknown': { status: 502, parameters: ['purpose', 'model'] },
  /** The model server rejected the call, for example for the length of a text; `detail` quotes the server, or is ''. */
  'model-rejected': { status: 502, parameters: ['purpose', 'model', 'status', 'detail'] },
  /** The model server, or our own limit of calls to it, is busy. With `Retry-After`. */
  'model-busy': { status: 503, parameters: ['purpose', 'model', 'seconds'] },
  'model-failed': { status: 502, parameters: ['purpose', 'model', 'status'] },
  /** The response is not one of a server of this kind. */
  'model-invalid-response': { status: 502, parameters: ['purpose', 'model'] },
  'model-timeout': { status: 504, parameters: ['purpose', 'model', 'seconds'] },
  /** The response broke off. */
  'model-truncated': { status: 502, parameters: ['purpose', 'model'] },
  /** The response ended without text, for example after all tokens went into reasoning. */
  'model-empty': { status: 502, parameters: ['purpose', 'model'] },
  /** The response exceeds the size limit. */
  'model-response-too-large': { status: 502, parameters: ['purpose', 'model'] },
  /** Only for logs and metrics: the client is gone. Keeps the call out of the failures of the gateway. */
  'client-disconnected': { status: 499, parameters: [] },
  'shutting-down': { status: 503, parameters: [] },
  /** Another process kept the database locked longer than a call waits. */
  'database-busy': { status: 503, parameters: ['seconds'] },
  /** The file store does not respond or refuses the gateway. With `Retry-After`. */
  'storage-unavailable': { status: 503, parameters: ['seconds'] },
  'storage-full': { status: 507, parameters: [] },
} as const satisfies Record<string, { status: number; parameters: readonly string[] }>;

export type FaultCode = keyof typeof FAULTS;

/** Faults that pass: the same request may succeed later, after `Retry-After` where the response has one. */
const RETRYABLE_FAULTS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'too-many-attempts',
  'body-too-slow',
  'too-many-calls',
  'search-queue-full',
  'upstream-unreachable',
  'model-unreachable',
  'model-busy',
  'model-failed',
  'model-invalid-response',
  'model-timeout',
  'model-truncated',
  'model-empty',
  'shutting-down',
  'database-busy',
  'storage-unavailable',
  'storage-full',
]);
export const isRetryable = (code: FaultCode): boolean => RETRYABLE_FAULTS.has(code);

/** Values that fill the sentence of a fault, by name. */
export type FaultParameters = Record<string, string | number | string[]>;

/** Extensions: longest value within a fault in characters, and longest header in bytes. */
const MAX_VALUE_LENGTH = 300;
const MAX_HEADER_BYTES = 2000;

/** Fixed by section 7, in every language. */
export const INVALID_KEY_TEXT = 'Invalid authentication token';

/** Whether a text is a fault code; a foreign gateway may send unknown codes or none. */
export function isFaultCode(word: string | null | undefined): word is FaultCode {
  return typeof word === 'string' && Object.hasOwn(FAULTS, word);
}

/** Parameters whose texts are clipped to 300 characters; lists keep their length. */
export function truncateParameters(parameters: FaultParameters, longest = MAX_VALUE_LENGTH): FaultParameters {
  const clip = (text: string) =>
    text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(clip) : typeof value === 'string' ? clip(value) : value,
    ]),
  );
}

/**
 * Parameters as a header value (header values are ASCII), about 2 kB at most: a long list keeps its first items, and
 * `more` counts the rest.
 */
export function printFaultParameters(parameters: FaultParameters): string {
  const print = (value: FaultParameters) => encodeURIComponent(JSON.stringify(value));
  for (let longest = MAX_VALUE_LENGTH; longest > 1; longest = Math.floor(longest / 2)) {
    const clipped = truncateParameters(parameters, longest);
    const whole = print(clipped);
    if (whole.length <= MAX_HEADER_BYTES) return whole;
    const [name, list] = Object.entries(clipped).find(([, value]) => Array.isArray(value)) ?? [];
    if (name === undefined || !Array.isArray(list)) continue;
    const printFirst = (count: number) =>
      print({ ...clipped, [name]: list.slice(0, count), more: list.length - count });
    // By halves: each try prints all of it.
    let [fits, tooMany] = [0, Math.min(list.length, MAX_HEADER_BYTES)];
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (printFirst(middle).length <= MAX_HEADER_BYTES) fits = middle;
      else tooMany = middle;
    }
    if (fits > 0) return printFirst(fits);
  }
  return print({});
}

/** Parses `X-Fault-Parameters`; an unreadable header counts as absent. */
export function parseFaultParameters(header: string | null): FaultParameters {
  if (!header) return {};
  try {
    const value: unknown = JSON.parse(decodeURIComponent(header));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as FaultParameters)
      : {};
  } catch {
    return {};
  }
}
