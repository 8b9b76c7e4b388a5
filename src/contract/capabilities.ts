/** `GET /api/Capabilities` (extension): what a gateway can do. One that answers anything else has none. */
import * as z from 'zod/mini';

export const acceptedTypeSchema = z.object({
  extension: z.string(),
  mime: z.string(),
  readable: z.boolean(),
});
export type AcceptedType = z.infer<typeof acceptedTypeSchema>;

export const capabilitiesSchema = z.object({
  name: z.string(),
  version: z.string(),
  modelFamily: z.string(),
  /** Number, as text, to word. */
  sourceStatus: z.record(z.string(), z.string()),
  limits: z.object({
    maxUploadBytes: z.int(),
    maxSources: z.int(),
    maxTitle: z.int(),
    maxQuestion: z.int(),
    concurrency: z.int(),
    /** Of chat with images: how many, bytes of one, bytes of the JSON that carries them; absent from gateways that do not say. */
    maxImages: z.optional(z.int()),
    maxImageBytes: z.optional(z.int()),
    maxImageBodyBytes: z.optional(z.int()),
  }),
  accepts: z.array(acceptedTypeSchema),
  models: z.object({
    chat: z.boolean(),
    embeddings: z.boolean(),
    transcription: z.boolean(),
    speech: z.boolean(),
  }),
  /** Whether pictures of text are recognised; absent from gateways that do not say. */
  ocr: z.optional(z.boolean()),
  /** Ids of the extension endpoints in `endpoints.ts` that it serves. */
  extensions: z.array(z.string()),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;
