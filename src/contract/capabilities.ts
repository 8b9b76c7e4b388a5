/**
 * `GET /api/Capabilities` (extension): what a gateway can do. A response of any other form counts as no capabilities.
 */
import * as z from 'zod/mini';

const acceptedTypeSchema = z.object({
  extension: z.string(),
  mime: z.string(),
  readable: z.boolean(),
});
const limitsSchema = z.object({
  maxUploadBytes: z.int(),
  maxSources: z.int(),
  maxTitle: z.int(),
  maxQuestion: z.int(),
  concurrency: z.int(),
  /** Of chat with images: how many, bytes of one, bytes of the JSON that carries them. */
  maxImages: z.int(),
  maxImageBytes: z.int(),
  maxImageBodyBytes: z.int(),
  /** Days that the bin keeps deleted units. */
  binDays: z.int(),
});
/** Capabilities of a gateway: limits, accepted types, models and extensions. */
export const capabilitiesSchema = z.object({
  name: z.string(),
  version: z.string(),
  modelFamily: z.string(),
  /** Number, as text, to word. */
  sourceStatus: z.record(z.string(), z.string()),
  limits: limitsSchema,
  accepts: z.array(acceptedTypeSchema),
  models: z.object({
    chat: z.boolean(),
    embeddings: z.boolean(),
    transcription: z.boolean(),
    speech: z.boolean(),
  }),
  /** Whether pictures of text are recognised. */
  ocr: z.boolean(),
  /** Ids of the served extensions, as in `operations`. */
  extensions: z.array(z.string()),
});
/** The same of older gateways, which say nothing about images, pictures of text and the bin. */
export const lenientCapabilitiesSchema = z.extend(z.partial(capabilitiesSchema, { ocr: true }), {
  limits: z.partial(limitsSchema, {
    maxImages: true,
    maxImageBytes: true,
    maxImageBodyBytes: true,
    binDays: true,
  }),
});
export type Capabilities = z.infer<typeof lenientCapabilitiesSchema>;
