/** Sections 2.7, 2.8 and 6.3: questions over knowledge, whole and streamed. */
import * as z from 'zod/mini';
import { consumptionSchema } from './envelope.ts';
import { ANSWER_KINDS, SUPPORT_STANDINGS } from './headers.ts';
import { ANSWER_LIMITS, QUESTION_LIMIT, UNIT_LIMITS } from './limits.ts';

const { Limit, MaxLimit, Temperature, MaxOutputTokens } = ANSWER_LIMITS;
const ranged = (range: { min: number; max: number }) => [z.gte(range.min), z.lte(range.max)] as const;

const fields = {
  Question: z.string().check(z.trim(), z.minLength(1), z.maxLength(QUESTION_LIMIT)),
  Limit: z._default(z.int().check(...ranged(Limit)), Limit.default),
  MaxLimit: z._default(z.int().check(...ranged(MaxLimit)), MaxLimit.default),
  Temperature: z._default(z.number().check(...ranged(Temperature)), Temperature.default),
  MaxOutputTokens: z._default(z.int().check(...ranged(MaxOutputTokens)), MaxOutputTokens.default),
  UpdateGlobal: z._default(z.boolean(), false),
};
/** Titles of units; `[]` is refused on both endpoints with words of its own. */
const indexNames = z
  .array(
    z.string().check(
      z.minLength(1),
      z.check(({ value, issues }) => {
        if (seenLength(value) > UNIT_LIMITS.title)
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
  .check(z.maxLength(1000));

/** Length of a name as names are compared: without invisible characters and tatweel, white space collapsed. */
function seenLength(name: string): number {
  return name
    .replace(/[\p{Cf}\u0640]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim().length;
}

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
export type AnswerOrder = z.output<typeof answerRequestSchema>;

/** `score` grows with relevance; ours lies in 0..1, a foreign one may have any range. */
export const retrievedDocumentSchema = z.object({
  text: z.string(),
  score: z.number(),
  metadata: z.object({
    file_id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
    'Section Title': z.pipe(
      z.optional(z.nullable(z.string())),
      z.transform((title): string => title ?? ''),
    ),
  }),
});
export type RetrievedDocument = z.infer<typeof retrievedDocumentSchema>;

/** The element's shape is not shown by the interface; ours is `{ role, content }`. */
export const historyItemSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type HistoryItem = z.infer<typeof historyItemSchema>;

/** Section 2.8, inside the envelope. */
export const answerSchema = z.object({
  answer: z.string(),
  chat_history: z.array(z.unknown()),
  retrieved_documents: z.array(retrievedDocumentSchema),
});
export type Answer = z.infer<typeof answerSchema>;

/** Section 6.3, ours: first the documents, then the pieces, last the final event. */
export const answerDocumentsEventSchema = z.object({ retrieved_documents: z.array(retrievedDocumentSchema) });
export const chunkEventSchema = z.object({ chunk: z.string() });
export const answerFinalEventSchema = z.object({
  final: z.literal(true),
  metadata: z.optional(z.object({ total_tokens: z.optional(z.number()) })),
  chat_history: z.optional(z.array(z.unknown())),
  retrieved_documents: z.optional(z.array(retrievedDocumentSchema)),
  consumption: z.optional(consumptionSchema),
});
/** A fault after the first byte, on every stream; the stream ends with it. */
export const faultEventSchema = z.object({
  error: z.string(),
  StatusCode: z.int(),
  fault: z.optional(z.string()),
  consumption: z.optional(consumptionSchema),
});
/** Ours, only where `X-Answer-Detail: events` asked for it: what `X-Answer-*` headers say of a whole answer. */
export const answererEventSchema = z.object({
  answerer: z.object({
    kind: z.enum(ANSWER_KINDS),
    /** The model that writes; null for a quoted answer. */
    model: z.nullable(z.string()),
    /** Code-word of the fault for which a quoted answer stands in; null when none does. */
    fallback: z.nullable(z.string()),
    /** What was searched in place of the question, where earlier questions were needed to understand it. */
    search: z.nullable(z.string()),
    /** Documents that a quoted answer quotes, by index from 0. */
    quoted: z.array(z.int()),
  }),
});
/** Likewise: a sentence that is complete, with what supports it. */
export const sentenceEventSchema = z.object({
  sentence: z.object({
    from: z.int(),
    to: z.int(),
    standing: z.enum(SUPPORT_STANDINGS),
    documents: z.array(z.int()),
  }),
});
export type AnswerEvent =
  | z.infer<typeof answererEventSchema>
  | z.infer<typeof sentenceEventSchema>
  | z.infer<typeof answerDocumentsEventSchema>
  | z.infer<typeof chunkEventSchema>
  | z.infer<typeof answerFinalEventSchema>
  | z.infer<typeof faultEventSchema>;

/** `X-Answerer`: ask for a quoted answer without a model, or for the passages alone (not charged). */
export const ANSWERERS = ['extractive', 'none'] as const;
export type Answerer = (typeof ANSWERERS)[number];

/** The context that `UpdateGlobal` reads and feeds (extension). */
export const contextSchema = z.object({ items: z.array(historyItemSchema) });
