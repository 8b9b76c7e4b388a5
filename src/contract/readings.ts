/** Extensions: what readers made of files and pages. */
import * as z from 'zod/mini';

/** Ready units whose text an older reader read. */
export const olderReadingsSchema = z.object({ units: z.int() });

/** `queued`: units put in the queue. `remaining`: units left for another call. */
export const readAgainSchema = z.object({ queued: z.int(), remaining: z.int() });
