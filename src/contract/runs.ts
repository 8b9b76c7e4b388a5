/**
 * Extensions: runs. A run is one question that was asked, with everything that it was asked with and everything that came
 * back. A run never changes.
 */
import * as z from 'zod/mini';
import { ANSWERERS, historyItemSchema } from './answers.ts';
import { ANSWER_BANDS, ANSWER_KINDS, SUPPORT_LEVELS } from './headers.ts';
import { PAGE_LIMITS } from './limits.ts';
import { queryInteger } from './pagination.ts';

/**
 * `answer`, `streamAnswer`: a question. `evaluate`: a test was asked; such runs are in no
 * list.
 */
const RUN_ACTIONS = ['answer', 'streamAnswer', 'evaluate'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];
/** `program`: the request did not say `X-Run: keep`; the bot keeps a share of such questions, without personal data. */
const RUN_ORIGINS = ['dashboard', 'program'] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];
/** `cut`: the caller went away, or stopped the answer. */
const RUN_OUTCOMES = ['complete', 'cut', 'failed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Path parameters of one run; its id is the `X-Request-Id` of the call. */
export const runParams = z.object({ botId: z.string(), runId: z.string().check(z.maxLength(100)) });

/** What people say of a run. */
export const RUN_VERDICTS = ['right', 'wrong'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];
/** Verdict of one key. `mine`: of the calling key or one that it replaced. */
const verdictSchema = z.object({
  verdict: z.enum(RUN_VERDICTS),
  note: z.string(),
  by: z.string(),
  on: z.string(),
  mine: z.boolean(),
});
export type Verdict = z.infer<typeof verdictSchema>;
/** All verdicts of a run, newest first. */
export const verdictsSchema = z.array(verdictSchema);

/**
 * A run in a list. `askedBy`: name of the key at that time. `mine`: asked by the calling key or a key that it replaced.
 * `verdict`: the newest verdict.
 */
const runSummarySchema = z.object({
  id: z.string(),
  question: z.string(),
  askedOn: z.string(),
  action: z.enum(RUN_ACTIONS),
  origin: z._default(z.enum(RUN_ORIGINS), 'dashboard'),
  outcome: z.enum(RUN_OUTCOMES),
  band: z.nullable(z.enum(ANSWER_BANDS)),
  certainty: z.nullable(z.number()),
  askedBy: z.string(),
  mine: z.boolean(),
  verdict: z._default(z.nullable(z.enum(RUN_VERDICTS)), null),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** Fields of the request, filled in. `IndexNames`: null where every ready unit was searched. */
const runRequestSchema = z.object({
  IndexNames: z.nullable(z.array(z.string())),
  Limit: z.int(),
  MaxLimit: z.int(),
  Temperature: z.number(),
  MaxOutputTokens: z.int(),
  UpdateGlobal: z.boolean(),
  /** As `X-Answerer` asked; null: as the gateway answers by default. */
  answerer: z.nullable(z.enum(ANSWERERS)),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

/** What became of the unit of a passage: the passage is in its text, another text replaced it, or the unit was deleted. */
export const PASSAGE_STATES = ['current', 'changed', 'deleted'] as const;

/** A passage as it was returned; `text` is null once its unit was deleted for good. */
const runDocumentSchema = z.object({
  text: z.nullable(z.string()),
  score: z.number(),
  fileId: z.string(),
  sectionTitle: z.string(),
  unitId: z.int(),
  unitTitle: z.string(),
  /** Place in the text of its unit, from 0; null of runs before it was kept. */
  ordinal: z._default(z.nullable(z.int()), null),
  /** Date of the text, see `X-Document-Dates`. */
  textDate: z.nullable(z.string()),
  state: z.enum(PASSAGE_STATES),
});
export type RunDocument = z.infer<typeof runDocumentSchema>;

/** A run with everything that came back; fields are named as the headers and events of an answer. */
export const runSchema = z.extend(runSummarySchema, {
  request: runRequestSchema,
  answer: z.string(),
  kind: z.nullable(z.enum(ANSWER_KINDS)),
  model: z.nullable(z.string()),
  fallback: z.nullable(z.string()),
  search: z.nullable(z.string()),
  history: z.array(historyItemSchema),
  quoted: z.array(z.int()),
  sentences: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      level: z.enum(SUPPORT_LEVELS),
      documents: z.array(z.int()),
    }),
  ),
  skipped: z.array(z.string()),
  documents: z.array(runDocumentSchema),
  /** Why the call failed: code of a fault, its status, and its message in the language of the reader. */
  fault: z.nullable(z.object({ code: z.string(), status: z.int(), message: z.string() })),
  /** Until the last byte of the answer was made. */
  durationMs: z.number(),
  charge: z.nullable(z.object({ amount: z.number(), estimated: z.boolean() })),
  verdicts: z._default(verdictsSchema, []),
  /** Whether the calling key may delete it. */
  deletable: z.boolean(),
});
export type Run = z.infer<typeof runSchema>;

/** Query of the list, newest first. `search` looks in questions. `before`: `next` of the page before. */
export const runListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  band: z.optional(z.enum(ANSWER_BANDS)),
  mine: z.optional(z.literal('true')),
  /** Who asked; keys that may not edit knowledge see runs of the dashboard alone. */
  origin: z.optional(z.enum(RUN_ORIGINS)),
  /** Runs whose newest verdict it is, or runs without a verdict. */
  verdict: z.optional(z.enum([...RUN_VERDICTS, 'none'])),
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-[\w-]{1,100}$/))),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
/** `next`: where the next page begins; null after the last. */
export const runListSchema = z.object({ items: z.array(runSummarySchema), next: z.nullable(z.string()) });
export type RunList = z.infer<typeof runListSchema>;

/** `Response` of a deletion. */
export const runDeletionSchema = z.object({ deleted: z.literal(true) });
