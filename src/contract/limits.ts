/** Section 8, and what `docs/interface-gaps.md` adds to it: every limit and default that both sides know. */

/** Answering, section 2.7. Passages and documents are counts, temperature has no unit, output is in tokens. */
export const ANSWER_LIMITS = {
  Limit: { min: 1, max: 50, default: 10 },
  MaxLimit: { min: 1, max: 50, default: 10 },
  Temperature: { min: 0, max: 1, default: 0.1 },
  MaxOutputTokens: { min: 1, max: 4096, default: 1024 },
} as const;

/** Chat, section 2.2. */
export const CHAT_LIMITS = {
  PromptStyle: { min: 0, max: 5, default: 0 },
  Temperature: { min: 0, max: 1 },
  TopProbability: { min: 0, max: 1 },
  /**
   * The default is for answers that are not told otherwise, and no more than half of what the model holds. The interface
   * names no maximum: this one is beyond every model, and what the bot's holds is the limit.
   */
  MaxTokens: { min: 1, max: 10_000_000, default: 2048 },
  RepetitionPenalty: { min: 0, max: 2 },
} as const;

/** Extensions: sizes of a unit, of a question and of look-ups before adding. Lengths in UTF-16 units. */
export const UNIT_LIMITS = {
  title: 200,
  description: 2000,
  sources: 50,
  url: 2048,
  titlesPerCall: 1000,
  knownPerCall: 500,
  previewedPassages: 100,
} as const;
/** Of a change of what was read: characters of a block or cell, and changes in one call. */
export const EDIT_LIMITS = { characters: 20_000, changesPerCall: 100 } as const;
/** Of a text that is written in place: its characters, or its questions with the characters of a question and an answer. */
export const WRITTEN_LIMITS = { text: 200_000, questions: 100, question: 240, answer: 10_000 } as const;
/** Characters of a question. */
export const QUESTION_LIMIT = 2000;
/** Characters of a chat message. */
export const MESSAGE_LIMIT = 32_000;

/**
 * Ours: synonyms. Groups a bot, expressions a group, words and characters an expression, characters of a note, sample
 * questions of one measurement, characters of an import.
 */
export const SYNONYM_LIMITS = {
  groups: 1000,
  expressions: { min: 2, max: 20 },
  words: 6,
  characters: 80,
  note: 300,
  questions: 10,
  importCharacters: 400_000,
} as const;

/** Ours: questions of other programs that a bot keeps: percent of them, and days. */
export const KEPT_QUESTIONS = {
  percent: { min: 0, max: 100, default: 0 },
  days: { min: 1, max: 365, default: 28 },
} as const;

/**
 * Ours: how long versions of a unit stay that were replaced: days, and longer as one of the last, with the live one. The
 * two before the live one have an index, and always stay.
 */
export const KEPT_VERSIONS = {
  days: { min: 1, max: 3650, default: 90 },
  count: { min: 3, max: 1000, default: 30 },
} as const;

/**
 * Ours: tests and sets a bot, tags of each, characters of names, tags, quotes, words and notes; quotes, words and units
 * of an expectation; changes that a test remembers of its expectation.
 */
export const TEST_LIMITS = {
  tests: 10_000,
  sets: 500,
  name: 100,
  tags: 20,
  tag: 50,
  quotes: 10,
  quote: 300,
  words: 20,
  word: 200,
  units: 50,
  note: 1000,
  history: 50,
} as const;

/** Ours: drafts of tests of one unit, units of one answer, and passages of a unit that are read for them. */
export const TEST_DRAFT_LIMITS = {
  perUnit: { min: 1, max: 200, default: 20 },
  units: 10,
  passages: 500,
} as const;

/** Ours: how long a deleted unit or bot stays in the bin. */
export const BIN_RETENTION_DAYS = 30;
export const BIN_RETENTION_MS = BIN_RETENTION_DAYS * 24 * 60 * 60 * 1000;

/** How long a key that a sign-in link makes is good. */
export const SIGN_IN_DAYS = 30;

/** How long the link of an invitation is good. */
export const INVITATION_DAYS = 7;

/** Ours: list pages. */
export const PAGE_LIMITS = { default: 25, max: 100 } as const;

/** Ours: drafts that are proven together. */
export const DRAFTS_PER_PROOF = 50;

/** Ours: frequent kept questions that a proof asks beside the tests. */
export const KEPT_QUESTIONS_PER_PROOF = 100;

/** Ours: drafts that one call publishes, discards or proves. */
export const DRAFTS_AT_ONCE = 200;

/** Ours: bytes of a JSON body. Uploads have their own limit, announced by Capabilities. */
export const JSON_BODY_LIMIT = 1_000_000;

/** Ours: characters of `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LIMIT = 255;

/** Ours: calls under way per bot and key. */
export const CONCURRENCY_LIMIT = 20;

/** Pieces of streamed speech, in characters: at most as is public; fewer than the least make calls and no sense. */
export const STREAM_CHUNK_LIMITS = { min: 20, max: 400 } as const;

/** Ours: characters of a text that is spoken, some ten minutes. */
export const SYNTHESIS_TEXT_LIMIT = 10_000;

/** Ours: keys. Characters of a name, bots that one key names, hours that a rotated key stays good. */
export const KEY_LIMITS = { name: 100, bots: 1000, overlapHours: 24 * 30 } as const;

/** Ours: bots. Characters of a name, calls under way per key, hosts named. */
export const BOT_LIMITS = { name: 100, concurrency: 1000, allowedHosts: 100 } as const;

/** Ours: alerts. Rules and webhooks a bot, the highest threshold (percent, or calls), characters of a webhook's name. */
export const ALERT_LIMITS = { rules: 20, webhooks: 10, threshold: 1000, name: 100 } as const;

/** Ours: model servers. Characters of an address, a model's name, a voice's, a key; voices named; seconds waited; calls at once; tokens. */
export const MODEL_LIMITS = {
  url: 500,
  model: 200,
  voice: 100,
  key: 1000,
  voices: 200,
  seconds: { min: 1, max: 3600 },
  concurrency: { min: 1, max: 1000 },
  contextTokens: { min: 512, max: 10_000_000 },
} as const;

/**
 * Extensions: longest transcribed part of a recording in seconds, and largest recording fetched from an address in
 * bytes.
 */
export const TRANSCRIPTION_LIMITS = { seconds: 7200, fetchedBytes: 64 * 1024 * 1024 } as const;

/** Ours: rates of synthesised sound, in Hz. */
export const SYNTHESIS_SAMPLE_RATES_HZ = { min: 8_000, max: 48_000 } as const;

/**
 * Ours: images of multimodal chat. How many, bytes of one and of all together, and of the JSON body that may carry them as
 * data URIs, which are a third longer. `tokens`: what one is reserved and estimated at, about what a hosted model asks
 * for a large one.
 */
export const IMAGE_LIMITS = {
  count: 10,
  bytes: 10 * 1024 * 1024,
  totalBytes: 20 * 1024 * 1024,
  bodyBytes: 16 * 1024 * 1024,
  tokens: 1500,
} as const;
