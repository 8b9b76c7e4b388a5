import type { ModelClient } from '#gateway/ports.ts';
import { createAdaptations } from './adapt.ts';
import type { ModelFetch } from './ask.ts';
import { type Caller, chat } from './chat.ts';
import { embed } from './embed.ts';
import { hear } from './hear.ts';
import { listNames } from './lists.ts';
import { speak } from './speak.ts';
import { createTurns } from './turns.ts';

/** Calls OpenAI-compatible servers. One client for all of them: it holds the turns at each. */
export function createModelClient({
  fetch: fetcher = (url, init) => fetch(url, init),
}: {
  fetch?: ModelFetch;
} = {}): ModelClient {
  const caller: Caller = { fetcher, turns: createTurns(), adaptations: createAdaptations() };
  return {
    chat: (server, order, signal) => chat(caller, server, order, signal),
    embed: (server, texts, signal) => embed(caller, server, texts, signal),
    hear: (server, order, signal) => hear(caller, server, order, signal),
    speak: (server, order, signal) => speak(caller, server, order, signal),
    listModels: (server, signal) => listNames(fetcher, server, '/models', signal),
    listVoices: (server, signal) => listNames(fetcher, server, '/audio/voices', signal),
  };
}
