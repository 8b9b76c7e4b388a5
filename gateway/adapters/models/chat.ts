import type { ModelServer } from '#gateway/model.ts';
import type { ChatOrder, ChatPart, TokenUse } from '#gateway/ports.ts';
import type { Adaptations } from './adapt.ts';
import { ask, type ModelFetch } from './ask.ts';
import { beginCall } from './call.ts';
import { SPARED_IN_CHAT, writeChatBody } from './chat-body.ts';
import type { ChatEvent } from './chat-event.ts';
import { openEvents } from './chat-events.ts';
import { modelFault, toldFault } from './faults.ts';
import { createThoughtFilter } from './thoughts.ts';
import type { Turns } from './turns.ts';

/** No token of any model is as long as this on average, so more characters are no answer to `maxTokens`. */
const CHARACTERS_A_TOKEN = 64;
const SPARE_CHARACTERS = 4000;

export interface Caller {
  fetcher: ModelFetch;
  turns: Turns;
  adaptations: Adaptations;
}

export async function* chat(
  caller: Caller,
  server: ModelServer,
  order: ChatOrder,
  signal?: AbortSignal,
): AsyncGenerator<ChatPart, void, void> {
  const call = await beginCall(server, signal, caller.turns);
  try {
    const response = await caller.adaptations.around(server, SPARED_IN_CHAT, (spared) =>
      ask(caller.fetcher, call, {
        path: '/chat/completions',
        body: writeChatBody(server, order, spared),
        type: 'application/json',
        accept: 'text/event-stream',
      }),
    );
    const most = order.maxTokens * CHARACTERS_A_TOKEN + SPARE_CHARACTERS;
    const events = await openEvents(call, response);
    const thoughts = createThoughtFilter();
    let characters = 0;
    let finish: ChatEvent['finish'];
    let use: TokenUse | null = null;
    for (let isOver = false; !isOver; ) {
      const read = await events.read(finish !== undefined);
      for (const event of read.events) {
        if (event.error !== undefined) throw toldFault(server, event.error);
        // The tokens come after the end; a refusal says why before it.
        finish = finish === 'filtered' ? finish : (event.finish ?? finish);
        use = event.use ?? use;
        const { text = '', thought = '' } = event;
        characters += text.length + thought.length;
        if (characters > most) throw modelFault(server, 'model-excessive', `${characters} characters`);
        const given = text === '' ? '' : thoughts.take(text);
        if (given !== '') yield { text: given };
      }
      if (read.fault) throw read.fault;
      isOver = read.isOver;
    }
    // A stream that merely ends is a server that went away, whatever it looks like.
    if (finish === undefined) throw modelFault(server, 'model-cut', 'no reason to finish');
    const rest = thoughts.rest();
    if (rest !== '') yield { text: rest };
    yield { end: { reason: finish, use } };
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.end();
  }
}
