/** Reasons why an address was not fetched, or is no page of knowledge: another address helps. */
const ADDRESS_REASONS = {
  'url-invalid': [],
  'address-not-allowed': [],
  'host-not-listed': ['host'],
  'name-not-found': [],
  unreachable: [],
  'http-status': ['status'],
  'too-many-redirects': [],
  'too-large': [],
  'page-timeout': [],
  'bad-certificate': [],
  'compression-not-readable': [],
  'sign-in-page': [],
  'error-page': [],
  'blocked-page': [],
} as const satisfies Record<string, readonly string[]>;

/**
 * Reasons for a failure of a unit or source, and warnings, each with the parameters of its sentence. `reason` and
 * `warnings` of units carry them, and the fault parameter `reason` names one.
 */
export const REASONS = {
  'empty-file': [],
  'no-text': [],
  'pictures-of-text': [],
  'pictures-unreadable': [],
  'letters-scrambled': [],
  'password-protected': [],
  damaged: [],
  'not-readable-type': [],
  'too-large-inside': [],
  /** For a conversion: the upload limit. */
  'converted-too-large': ['megabytes'],
  'too-deep': [],
  'too-long': ['passages'],
  /** Limits of the reader process that the document met. */
  'out-of-memory': ['megabytes'],
  timeout: ['seconds'],
  'reader-crashed': [],
  'encoding-guessed': [],
  'encoding-unknown': [],
  'letters-damaged': [],
  'hidden-text-dropped': [],
  'struck-text-dropped': [],
  /** Of a page: text beside its content. */
  'text-left-out': [],
  'frames-skipped': [],
  /** Rows that a filter hides were read. */
  'filtered-rows-read': [],
  'formulas-without-value': [],
  'attachments-skipped': ['files'],
  /** Pictures as large as a page or slide. */
  'pictures-skipped': ['pictures'],
  'pages-without-text': [],
  'read-by-ocr': ['pages', 'confidence'],
  'parts-skipped': [],
  truncated: [],
  ...ADDRESS_REASONS,
  /** Its text is made by scripts or stands in frames. */
  'page-without-text': [],
  /** A newer copy of a page waits for a person, see `ACCIDENTS`. */
  'held-other-host': ['host'],
  'held-home-page': [],
  'held-sign-in': [],
  'held-challenge': [],
  'held-error': [],
  'held-consent': [],
  'held-other-language': [],
  'held-empty': [],
  'held-shorter': ['percent'],
  /** A draft would have gone live by itself, but for tests that no longer pass over it. */
  'tests-lost': ['tests'],
  /** A new reading has other words where edits belong. */
  'edit-conflict': ['edits'],
  /** Sources were read again after a person chose when the draft goes live, and such texts wait for a person. */
  'schedule-outdated': [],
  /** Of a unit whose first text was given up. */
  'draft-discarded': [],
  /** A person replaced a source by this one. */
  'replaced-other-language': [],
  'replaced-empty': [],
  'replaced-shorter': ['percent'],
  'page-type-not-readable': ['mime'],
  'file-lost': [],
  /** The stored bytes differ from the uploaded bytes. */
  'file-changed': [],
  'index-failed': [],
  /** The indexer or reader was ended from outside repeatedly; no document is known to cause it. */
  'indexing-interrupted': [],
  /** A person ended the run. */
  cancelled: [],
  'data-damaged': [],
  /** For a waiting unit. */
  'disk-full': [],
  'no-source-readable': [],
} as const satisfies Record<string, readonly string[]>;

export type ReasonCode = keyof typeof REASONS;

/**
 * Kinds of accidents for which a newer copy of a page waits for a person, each with the reasons by which readers refuse such
 * a page without a comparison. A person accepts a kind for one source once or always.
 */
export const ACCIDENTS = {
  'held-other-host': [],
  'held-home-page': [],
  'held-sign-in': ['sign-in-page'],
  'held-challenge': ['blocked-page', 'page-without-text'],
  'held-error': ['error-page'],
  'held-consent': [],
  'held-other-language': [],
  'held-empty': ['no-text'],
  'held-shorter': [],
} as const satisfies Partial<Record<ReasonCode, readonly ReasonCode[]>>;

export type AccidentCode = keyof typeof ACCIDENTS;
export const ACCIDENT_CODES = Object.keys(ACCIDENTS) as AccidentCode[];

/** Whether a newer text was read that waits for a person. */
export const isAccident = (code: string): code is AccidentCode => Object.hasOwn(ACCIDENTS, code);

/** The kind of accident that a reason means, as a held text or as a refused page; undefined for other reasons. */
export function accidentOf(code: string): AccidentCode | undefined {
  if (isAccident(code)) return code;
  return ACCIDENT_CODES.find((accident) => ACCIDENTS[accident].some((refusal: string) => refusal === code));
}

/** Whether an address is at fault, so that changing it is the repair. */
export const isAddressReason = (code: string): boolean => Object.hasOwn(ADDRESS_REASONS, code);

/** Why audio cannot be decoded: only ever the parameter `reason` of a fault. */
export const CAUSES = [
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

export type CauseCode = (typeof CAUSES)[number];

/** Whether a code is a reason that this version knows. */
export function isReasonCode(code: unknown): code is ReasonCode {
  return typeof code === 'string' && Object.hasOwn(REASONS, code);
}

/** Whether a code is a cause that this version knows. */
export function isCauseCode(code: unknown): code is CauseCode {
  return CAUSES.some((cause) => cause === code);
}
