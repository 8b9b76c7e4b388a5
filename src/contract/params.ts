/** Names in paths, as text. */

import * as z from 'zod/mini';
import { idSchema } from './knowledge.ts';

/** An id written in digits. */
export const idParam = z.pipe(z.string().check(z.regex(/^\d{1,16}$/)), z.pipe(z.transform(Number), idSchema));

/** The model family. */
export const modelParams = z.object({ Model: z.string() });
/** Any text: that it equals `x-bot` is checked with the bot itself, in the order of checks. */
export const botParams = z.object({ botId: z.string() });
