/** Section 5 and 8: quota. Three ledgers a bot; a response reports the one its own kind of call spends. */
import * as z from 'zod/mini';

export const LEDGERS = ['text', 'speech', 'audio'] as const;
export const ledgerSchema = z.enum(LEDGERS);
/** Units: text tokens, speech characters, audio seconds. */
export type Ledger = z.infer<typeof ledgerSchema>;

/** Extension: the ledgers of a bot; null where the bot has none of the kind. */
export const usageSchema = z.object({
  ledgers: z.array(
    z.object({ ledger: ledgerSchema, used: z.number(), reserved: z.number(), total: z.number() }),
  ),
});
export type Usage = z.infer<typeof usageSchema>;
