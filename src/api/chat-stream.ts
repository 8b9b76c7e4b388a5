import * as z from 'zod/mini';
import { chunkEventSchema } from '#contract/answers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import { consumptionSchema } from '#contract/envelope.ts';
import { CutStream } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { throwFaultEvent } from './fault-event.ts';

/** A foreign final event may leave out its counts. */
const finalEventSchema = z.object({
  metadata: z.optional(z.nullable(z.object({ total_tokens: z.optional(z.number()) }))),
  consumption: z.optional(consumptionSchema),
});

export type ChatEvent =
  | { chunk: string }
  | { final: true; totalTokens: number | undefined; consumption: string | undefined };

/**
 * The checked events of streamed chat (6.1). A last piece within the final event, and keys we do not know, are read too. A
 * fault event is thrown as its error, and an end before the final event as a cut stream: what came before was yielded.
 */
export async function* readChatEvents(
  endpoint: string,
  response: Response,
  requestId: string | undefined,
  tap: (consumption: string | undefined) => void,
): AsyncGenerator<ChatEvent> {
  const check = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
    parseResponse(endpoint, schema, value);
  for await (const event of readEvents(endpoint, response)) {
    throwFaultEvent(event, { endpoint, requestId }, tap);
    if ('chunk' in event && event.chunk !== null) yield { chunk: check(chunkEventSchema, event).chunk };
    if ('final' in event && event.final !== false && event.final !== null) {
      const { metadata, consumption } = check(finalEventSchema, event);
      tap(consumption);
      yield { final: true, totalTokens: metadata?.total_tokens, consumption };
      return;
    }
  }
  throw new CutStream();
}
