/** Sections 2.2, 2.3 and 6.1: chat completion, whole and streamed, and its multimodal variant. */
import * as z from 'zod/mini';
import { consumptionSchema } from './envelope.ts';
import { CHAT_LIMITS, IMAGE_LIMITS, MESSAGE_LIMIT } from './limits.ts';
import { within } from './pagination.ts';

/** Public: one earlier message. */
const chatHistoryItemSchema = z.object({ Role: z.enum(['user', 'assistant']), Content: z.string() });

const chatConfigSchema = z.object({
  Temperature: z.optional(z.number().check(...within(CHAT_LIMITS.Temperature))),
  MaxTokens: z.optional(z.int().check(...within(CHAT_LIMITS.MaxTokens))),
  TopProbability: z.optional(z.number().check(...within(CHAT_LIMITS.TopProbability))),
  RepetitionPenalty: z.optional(z.number().check(...within(CHAT_LIMITS.RepetitionPenalty))),
});

/** Endpoints 1 and 2. */
export const chatRequestSchema = z.object({
  Message: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_LIMIT)),
  Config: z.optional(chatConfigSchema),
  PromptStyle: z._default(z.int().check(...within(CHAT_LIMITS.PromptStyle)), CHAT_LIMITS.PromptStyle.default),
  ChatHistory: z.optional(z.array(chatHistoryItemSchema).check(z.maxLength(200))),
});
export type ChatRequest = z.input<typeof chatRequestSchema>;

/** Ours: `POST /api/v2/{Model}/chat/completions`; image addresses or data URIs. */
export const multimodalChatRequestSchema = z.object({
  ...chatRequestSchema.shape,
  Images: z.optional(z.array(z.string().check(z.minLength(1))).check(z.maxLength(IMAGE_LIMITS.count))),
});

/** Section 2.3, inside the envelope. `generation_time` in seconds. */
export const chatResponseSchema = z.object({
  text: z.string(),
  metadata: z.object({
    input_tokens: z.number(),
    generated_tokens: z.number(),
    total_tokens: z.number(),
    generation_time: z.number(),
  }),
});
/** The final event of other gateways, which may leave counts out. */
export const lenientChatResponseSchema = z.object({
  text: z.string(),
  metadata: z.optional(z.nullable(z.partial(chatResponseSchema.shape.metadata))),
});

/** Section 6.1, last event. */
export const chatFinalEventSchema = z.object({
  final: z.literal(true),
  metadata: z.object({ total_tokens: z.number() }),
  consumption: consumptionSchema,
});
