import type * as z from 'zod/mini';
import type { AnswerEvent } from '#contract/answers.ts';
import {
  answerDocumentsEventSchema,
  answererEventSchema,
  answerFinalEventSchema,
  chunkEventSchema,
  sentenceEventSchema,
} from '#contract/answers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import { CutStream } from './errors.ts';
import { readEvents } from './event-stream.ts';
import { throwFaultEvent } from './fault-event.ts';

type Tap = (consumption: string | undefined) => void;

/**
 * The checked events of a streamed answer (6.3). The interface does not show their fields, so other orders, events
 * that carry several of them and keys we do not know are read too. A fault event is thrown as its error.
 */
export async function* readAnswerEvents(
  endpoint: string,
  response: Response,
  requestId: string | undefined,
  tap: Tap,
): AsyncGenerator<AnswerEvent> {
  const check = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
    parseResponse(endpoint, schema, value);
  for await (const event of readEvents(endpoint, response)) {
    throwFaultEvent(event, { endpoint, requestId }, tap);
    const last = 'final' in event && event.final !== false;
    if ('retrieved_documents' in event && !last) yield check(answerDocumentsEventSchema, event);
    // Ours only: what another gateway calls by these names is none of them.
    for (const schema of [answererEventSchema, sentenceEventSchema]) {
      const detail = schema.safeParse(event);
      if (detail.success) yield detail.data;
    }
    if ('chunk' in event) yield check(chunkEventSchema, event);
    if (last) {
      const final = check(answerFinalEventSchema, event);
      tap(final.consumption);
      yield final;
      return;
    }
  }
  throw new CutStream();
}
