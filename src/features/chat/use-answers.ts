import { useCallback, useEffect, useRef, useState } from 'react';
import { randomId } from '#src/api/connection.ts';
import { isAbort } from '#src/api/errors.ts';
import { useGateway } from '#src/api/gateway-context.tsx';
import type { ChatOutcome } from '#src/api/chat-client.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import type { ChatSettings } from './chat-settings.ts';
import type { Conversation, Version } from './conversation.ts';
import { pathOf, withVersion, withVersionChanged } from './conversation.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { Asking } from './request-of.ts';
import { earlierLeftOut, endpointFor, requestOf } from './request-of.ts';

/** Milliseconds between two looks of what is being written, and between two times that it is kept. */
const SHOWN_EVERY = 60;
const KEPT_EVERY = 1000;

type Run = { controller: AbortController; versionId: string };

/** Hands on what a call brings as it comes; resolves to what it came to. */
async function hear(
  gateway: GatewayClient,
  asking: Asking,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Partial<Version>> {
  const endpoint = endpointFor(asking);
  const request = requestOf(asking);
  const answeredBy = ({ requestId, model, dropped }: ChatOutcome): Partial<Version> => ({
    requestId: requestId ?? undefined,
    model: model ?? undefined,
    dropped: dropped + earlierLeftOut(asking.earlier),
  });
  const counted = (amount: number | undefined, estimated: boolean | undefined) => ({
    ...(amount === undefined ? {} : { tokens: amount }),
    ...(estimated === undefined ? {} : { estimated }),
  });
  if (endpoint !== 'streamChat') {
    const call = endpoint === 'chat' ? gateway.chat.whole : gateway.chat.withImages;
    const whole = await call(request, { signal });
    onText(whole.text);
    return {
      ...counted(whole.charge?.amount ?? whole.totalTokens, whole.charge?.estimated),
      ...answeredBy(whole),
    };
  }
  const { opened, events } = gateway.chat.stream(request, { signal });
  let came: Partial<Version> = {};
  for await (const event of events) {
    if (signal.aborted) break;
    if ('chunk' in event) onText(event.chunk);
    else came = counted(event.totalTokens, undefined);
  }
  const outcome = await opened;
  return { ...counted(outcome.charge?.amount, outcome.charge?.estimated), ...came, ...answeredBy(outcome) };
}

/** Asks for answers, at most one at a time in each conversation, and writes them into it as they come. */
export function useAnswers(store: ConversationStore, runs: Map<string, Run>) {
  const gateway = useGateway();
  /** Why answers of this visit failed; a reload keeps only that they did. */
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const leaving = useRef(false);

  useEffect(() => {
    leaving.current = false;
    return () => {
      leaving.current = true;
      for (const { controller } of runs.values()) controller.abort();
    };
  }, [runs]);

  const stop = useCallback((id: string) => runs.get(id)?.controller.abort(), [runs]);

  /** Asks for an answer to a turn that is there, with the settings of now. */
  const ask = useCallback(
    async (conversation: Conversation, turnId: string, settings: ChatSettings) => {
      const { id } = conversation;
      const path = pathOf(conversation);
      const at = path.findIndex((turn) => turn.id === turnId);
      const turn = path[at];
      if (turn === undefined) return;
      runs.get(id)?.controller.abort();
      const asking = { message: turn.message, images: turn.images, earlier: path.slice(0, at), settings };
      const controller = new AbortController();
      const { signal } = controller;
      const versionId = randomId();
      runs.set(id, { controller, versionId });
      const start = performance.now();
      const since = () => Math.round(performance.now() - start);
      const version: Version = {
        id: versionId,
        text: '',
        standing: 'writing',
        begun: Date.now(),
        settings,
      };
      store.put({ ...withVersion(conversation, turnId, version), changedOn: Date.now() });

      let text = '';
      let firstAfter: number | undefined;
      let keptAt = start;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const write = (change: Partial<Version>, keep: boolean) => {
        const now = store.find(id);
        // Deleted meanwhile: there is nothing to write into.
        if (now !== undefined) store.put(withVersionChanged(now, turnId, versionId, change), keep);
      };
      const show = () => {
        timer = undefined;
        const keep = performance.now() - keptAt > KEPT_EVERY;
        if (keep) keptAt = performance.now();
        write({ text, firstAfter }, keep);
      };
      const end = (change: Partial<Version>) => {
        clearTimeout(timer);
        if (runs.get(id)?.versionId === versionId) runs.delete(id);
        write({ text, firstAfter, endedAfter: since(), ...change }, true);
      };
      try {
        const came = await hear(gateway, asking, signal, (piece) => {
          text += piece;
          firstAfter ??= since();
          timer ??= setTimeout(show, SHOWN_EVERY);
        });
        end({ ...came, standing: signal.aborted ? 'stopped' : 'done' });
      } catch (error) {
        const stopped = signal.aborted || isAbort(error);
        const cut = text !== '';
        if (!stopped && !leaving.current) setErrors((all) => new Map(all).set(versionId, error));
        end({ standing: stopped ? 'stopped' : cut ? 'cut' : 'failed' });
      }
    },
    [gateway, runs, store],
  );

  return { ask, stop, errors };
}
