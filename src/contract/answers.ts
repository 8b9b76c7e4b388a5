/** Sections 2.7, 2.8 and 6.3: questions over knowledge, whole and streamed. */
import * as z from 'zod/mini';
import { titleKey } from '#common/title-key.ts';
import { consumptionSchema, parseReportedConsumption } from './envelope.ts';
import { ANSWER_BANDS, ANSWER_KINDS, RUN_RESULTS, SUPPORT_LEVELS } from './headers.ts';
import { ifReadable } from './lenient.ts';
import { ANSWER_LIMITS, QUESTION_LIMIT, UNIT_LIMITS } from './limits.ts';
import { within } from './pagination.ts';

const { Limit, MaxLimit, Temperature, MaxOutputTokens } = ANSWER_LIMITS;

const fields = {
  Question: z.string().check(z.trim(), z.minLength(1), z.maxLength(QUESTION_LIMIT)),
  Limit: z._default(z.int().check(...within(Limit)), Limit.default),
  MaxLimit: z._default(z.int().check(...within(MaxLimit)), MaxLimit.default),
  Temperature: z._default(z.number().check(...within(Temperature)), Temperature.default),
  MaxOutputTokens: z._default(z.int().check(...within(MaxOutputTokens)), MaxOutputTokens.default),
  UpdateGlobal: z._default(z.boolean(), false),
};
const MAX_INDEX_NAMES = 1000;
/** Titles of units; `[]` is refused on both endpoints with words of its own. */
const titles = z
  .array(
    z.string().check(
      z.minLength(1),
      z.check(({ value, issues }) => {
        if (titleKey(value).length > UNIT_LIMITS.title)
          issues.push({
            code: 'too_big',
            origin: 'string',
            maximum: UNIT_LIMITS.title,
            inclusive: true,
            input: value,
          });
      }),
    ),
  )
  .check(z.maxLength(MAX_INDEX_NAMES));
/** Counted before the titles are looked at: a body can hold a hundred thousand. */
const indexNames = z.pipe(
  z.array(z.string().check(z.minLength(1))).check(z.maxLength(MAX_INDEX_NAMES)),
  titles,
);

/** Endpoint 6. Without `IndexNames` all ready units of the bot are searched. */
export const answerRequestSchema = z.object({
  ...fields,
  IndexNames: z.optional(indexNames),
  IsStream: z._default(z.boolean(), false),
});
/** Endpoint 7: `IndexNames` and `IsStream: true` are required; an absent `IsStream` is refused in the words of a false one. */
export const streamAnswerRequestSchema = z.object({
  ...fields,
  IndexNames: indexNames,
  IsStream: z._default(z.boolean(), false),
});

/** What a caller may send (defaults left out). */
export type AnswerRequest = z.input<typeof answerRequestSchema>;
/** What the gateway works with (defaults filled in). */
export type ParsedAnswerRequest = z.output<typeof answerRequestSchema>;

/** `score` grows with relevance; ours lies in 0..1, that of another gateway may have any range. */
export const retrievedDocumentSchema = z.object({
  text: z.string(),
  score: z.number(),
  metadata: z.object({ file_id: z.string(), 'Section Title': z.string() }),
});
/** A text as it is; a number as its digits; '' for anything else. */
const lenientText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  ),
);
/** A document of another gateway: only its text is needed. `score` is null where it is missing or unreadable. */
const lenientRetrievedDocumentSchema = z.object({
  text: z.string(),
  score: z.pipe(
    z.optional(z.unknown()),
    z.transform((value): number | null => {
      const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof score === 'number' && Number.isFinite(score) ? score : null;
    }),
  ),
  metadata: z.pipe(
    z.transform((value: unknown) => (typeof value === 'object' && value !== null ? value : {})),
    z.object({ file_id: lenientText, 'Section Title': lenientText }),
  ),
});
export type RetrievedDocument = z.infer<typeof lenientRetrievedDocumentSchema>;

/**
 * Documents of another gateway: those with a text, those without a score last. Null: documents in a form in which none
 * can be read. Undefined: no documents.
 */
const lenientDocuments = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): RetrievedDocument[] | null | undefined => {
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) return null;
    const documents = value.flatMap((item: unknown) => {
      const { data } = lenientRetrievedDocumentSchema.safeParse(item);
      return data === undefined ? [] : [data];
    });
    if (documents.length === 0 && value.length > 0) return null;
    return documents.toSorted((a, b) => Number(a.score === null) - Number(b.score === null));
  }),
);

/** The element's shape is not shown by the interface; ours is `{ role, content }`. */
export const historyItemSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type HistoryItem = z.infer<typeof historyItemSchema>;

/** Section 2.8, inside the envelope. */
export const answerSchema = z.object({
  answer: z.string(),
  chat_history: z.array(historyItemSchema),
  retrieved_documents: z.array(retrievedDocumentSchema),
});
export type Answer = z.infer<typeof answerSchema>;
/** The same of other gateways, of which only the text is needed. */
export const lenientAnswerSchema = z.object({
  answer: z.string(),
  chat_history: z.optional(z.unknown()),
  retrieved_documents: lenientDocuments,
});
export type LenientAnswer = z.infer<typeof lenientAnswerSchema>;

/** Section 6.3, ours: first the documents, then the pieces, last the final event. */
export const answerDocumentsEventSchema = z.object({ retrieved_documents: z.array(retrievedDocumentSchema) });
/** The same of other gateways. */
export const lenientDocumentsEventSchema = z.object({ retrieved_documents: lenientDocuments });
/** The next piece of the answer's text. */
export const chunkEventSchema = z.object({ chunk: z.string() });
/** Last event of a complete stream. */
export const answerFinalEventSchema = z.object({
  final: z.literal(true),
  metadata: z.object({ total_tokens: z.number() }),
  chat_history: z.array(historyItemSchema),
  consumption: consumptionSchema,
});
/** The final event of other gateways on any stream of text; unreadable figures do not fail a stream whose text is complete. */
export const lenientFinalEventSchema = z.pipe(
  z.object({
    metadata: ifReadable(z.object({ total_tokens: ifReadable(z.number()) })),
    consumption: z.optional(z.unknown()),
  }),
  z.transform(({ metadata, consumption }) => ({
    final: true as const,
    totalTokens: metadata?.total_tokens,
    consumption: parseReportedConsumption(consumption),
  })),
);
/** A fault after the first byte, on every stream; the stream ends with it. */
export const faultEventSchema = z.object({
  error: z.string(),
  StatusCode: z.int(),
  /** A code of `FAULTS`. */
  fault: z.string(),
  consumption: consumptionSchema,
});
/** The fault event of other gateways, without codes. */
export const lenientFaultEventSchema = z.extend(faultEventSchema, {
  fault: ifReadable(faultEventSchema.shape.fault),
  consumption: z.optional(z.unknown()),
});
/** Our event, only on request (`X-Answer-Detail: events`): the `X-Answer-*` headers of a whole answer. */
export const answererEventSchema = z.object({
  answerer: z.object({
    /** Null: neither a quotation nor written by a model, since nothing was found or asked. */
    kind: z.nullable(z.enum(ANSWER_KINDS)),
    /** The model that wrote the answer, or judged that the passages hold none; null when no model was asked. */
    model: z.nullable(z.string()),
    /** Why a quotation replaces the text of a model: code of a fault or of `REJECTED_ANSWERS`; null without one. */
    fallback: z.nullable(z.string()),
    /** The query in place of the question, when earlier questions are needed to understand it. */
    search: z.nullable(z.string()),
    /** Documents that a quoted answer quotes, by index from 0; see `X-Quoted-Documents`. */
    quoted: z.array(z.int()),
  }),
});
/** Our event before the final event: see `X-Answer-Band` and `X-Answer-Certainty`. */
export const bandEventSchema = z.object({
  band: z.enum(ANSWER_BANDS),
  certainty: z.number().check(z.gte(0), z.lte(1)),
});
/** Our event after the text, where the request says `X-Run: keep`. */
export const runEventSchema = z.object({ run: z.enum(RUN_RESULTS) });
/** Our event for each complete sentence, with its supporting documents. */
export const sentenceEventSchema = z.object({
  sentence: z.object({
    from: z.int(),
    to: z.int(),
    level: z.enum(SUPPORT_LEVELS),
    documents: z.array(z.int()),
  }),
});
/** Any event of a streamed answer, of our gateway or another. */
export type AnswerEvent =
  | z.infer<typeof answererEventSchema>
  | z.infer<typeof bandEventSchema>
  | z.infer<typeof sentenceEventSchema>
  | z.infer<typeof runEventSchema>
  | z.infer<typeof lenientDocumentsEventSchema>
  | z.infer<typeof chunkEventSchema>
  | z.infer<typeof lenientFinalEventSchema>
  | z.infer<typeof lenientFaultEventSchema>;

/** `X-Answerer`: ask for a quoted answer without a model, or for the passages alone (not charged). */
export const ANSWERERS = ['extractive', 'none'] as const;
export type Answerer = (typeof ANSWERERS)[number];

/** The context that `UpdateGlobal` reads and feeds (extension). */
export const contextSchema = z.object({ items: z.array(historyItemSchema) });
