import { useCallback, useEffect, useRef, useState } from 'react';
import { streamChat } from '#contract/operations/chat.ts';
import { type ChatResponseInfo, fetchChat, openChatStream } from '#src/api/client/chat.ts';
import { fieldUse } from '#src/api/client/compose-request.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import { type ChatRequestInput, countDroppedMessages, operationFor, toChatRequest } from './chat-request.ts';
import type { ChatSettings } from './chat-settings.ts';
import {
  type AnswerVersion,
  addVersion,
  type Conversation,
  updateVersion,
  visibleTurns,
} from './conversations/conversation.ts';
import type { ConversationStore } from './conversations/conversation-store.ts';

/** Milliseconds between two renders of a growing answer, and between two saves. */
const RENDER_THROTTLE_MS = 60;
const SAVE_THROTTLE_MS = 1000;

type ActiveRequest = { controller: AbortController; versionId: string };

/** Why an answer failed, how often it was asked for again by itself, and when it is next. */
export type AnswerFailure = { error: unknown; repeats: number; repeatAt: number | undefined };

/** Passes the text of an answer on as it comes; resolves to the facts about the answer. */
async function receiveAnswer(
  gateway: GatewayClient,
  input: ChatRequestInput,
  { signal, withHistory }: { signal: AbortSignal; withHistory: boolean },
  onText: (text: string) => void,
): Promise<Partial<AnswerVersion>> {
  const operation = operationFor(input);
  const request = toChatRequest(input);
  const answerFacts = ({ requestId, model, droppedMessages }: ChatResponseInfo): Partial<AnswerVersion> => ({
    requestId: requestId ?? undefined,
    model: model ?? undefined,
    dropped: droppedMessages + (withHistory ? countDroppedMessages(input.previousTurns) : 0),
  });
  const tokenFigures = (amount: number | undefined, estimated: boolean | undefined) => ({
    ...(amount === undefined ? {} : { tokens: amount }),
    ...(estimated === undefined ? {} : { estimated }),
  });
  if (operation.id !== streamChat.id) {
    const whole = await fetchChat(gateway, operation, request, { signal });
    onText(whole.text);
    return {
      ...tokenFigures(whole.charge?.amount ?? whole.totalTokens, whole.charge?.estimated),
      ...answerFacts(whole),
    };
  }
  const { opened, events } = openChatStream(gateway, request, { signal });
  let result: Partial<AnswerVersion> = {};
  for await (const event of events) {
    if (signal.aborted) break;
    if ('chunk' in event) onText(event.chunk);
    else result = tokenFigures(event.totalTokens, undefined);
  }
  const outcome = await opened;
  return {
    ...tokenFigures(outcome.charge?.amount, outcome.charge?.estimated),
    ...result,
    ...answerFacts(outcome),
  };
}

/** Requests answers, at most one at a time in each conversation, and writes them into the conversation as they come. */
export function useAnswers(store: ConversationStore, activeRequests: Map<string, ActiveRequest>) {
  const gateway = useGateway();
  const withHistory = fieldUse(useRecipient(), 'ChatHistory') !== 'unsent';
  const { isAskedWhole } = useAskedWhole();
  const latestIsAskedWhole = useRef(isAskedWhole);
  useEffect(() => {
    latestIsAskedWhole.current = isAskedWhole;
  });
  /** Of answers of this visit; a reload keeps only the fact. */
  const [failures, setFailures] = useState<ReadonlyMap<string, AnswerFailure>>(new Map());
  const unmounting = useRef(false);

  useEffect(() => {
    unmounting.current = false;
    return () => {
      unmounting.current = true;
      for (const { controller } of activeRequests.values()) controller.abort();
    };
  }, [activeRequests]);

  const stop = useCallback((id: string) => activeRequests.get(id)?.controller.abort(), [activeRequests]);

  const stopRepeats = useCallback(
    () =>
      setFailures(
        (all) => new Map([...all].map(([id, failure]) => [id, { ...failure, repeatAt: undefined }])),
      ),
    [],
  );

  /** Asks for an answer to a turn of the conversation, with these settings; `again`: in place of one that failed. */
  const ask = useCallback(
    async (
      conversation: Conversation,
      turnId: string,
      chosen: ChatSettings,
      again?: { versionId: string; repeats: number },
    ) => {
      const streamed = chosen.streamed && !latestIsAskedWhole.current(streamChat.id);
      const settings = { ...chosen, streamed };
      const { id } = conversation;
      const path = visibleTurns(conversation);
      const turnIndex = path.findIndex((turn) => turn.id === turnId);
      const turn = path[turnIndex];
      if (turn === undefined) return;
      activeRequests.get(id)?.controller.abort();
      const input = {
        message: turn.message,
        images: turn.images,
        previousTurns: path.slice(0, turnIndex),
        settings,
      };
      const controller = new AbortController();
      const { signal } = controller;
      const { versionId, repeats } = again ?? { versionId: randomId(), repeats: 0 };
      // Whatever is asked now, no earlier answer is asked for by itself any more.
      stopRepeats();
      // The failure of the replaced answer is cleared.
      setFailures((all) => new Map([...all].filter(([failed]) => failed !== versionId)));
      activeRequests.set(id, { controller, versionId });
      const start = performance.now();
      const elapsedMs = () => Math.round(performance.now() - start);
      const version: AnswerVersion = {
        id: versionId,
        text: '',
        status: 'writing',
        begun: Date.now(),
        settings,
      };
      const next =
        again === undefined
          ? addVersion(conversation, turnId, version)
          : updateVersion(conversation, turnId, versionId, version);
      store.put({ ...next, changedOn: Date.now() });

      let text = '';
      let firstAfter: number | undefined;
      let savedAt = start;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const write = (change: Partial<AnswerVersion>, keep: boolean) => {
        const now = store.find(id);
        // The conversation may have been deleted meanwhile.
        if (now !== undefined) store.put(updateVersion(now, turnId, versionId, change), keep);
      };
      const flush = () => {
        timer = undefined;
        const keep = performance.now() - savedAt > SAVE_THROTTLE_MS;
        if (keep) savedAt = performance.now();
        write({ text, firstAfter }, keep);
      };
      const end = (change: Partial<AnswerVersion>) => {
        clearTimeout(timer);
        if (activeRequests.get(id)?.versionId === versionId) activeRequests.delete(id);
        write({ text, firstAfter, endedAfter: elapsedMs(), ...change }, true);
      };
      try {
        const result = await receiveAnswer(gateway, input, { signal, withHistory }, (piece) => {
          text += piece;
          firstAfter ??= elapsedMs();
          timer ??= setTimeout(flush, RENDER_THROTTLE_MS);
        });
        end({ ...result, status: signal.aborted ? 'stopped' : 'done' });
      } catch (error) {
        const stopped = signal.aborted || isAbortError(error);
        const cut = text !== '';
        const repeatAt = cut ? undefined : planRepeat(error, repeats);
        if (!stopped && !unmounting.current)
          setFailures((all) => new Map(all).set(versionId, { error, repeats, repeatAt }));
        end({ status: stopped ? 'stopped' : cut ? 'cut' : 'failed' });
      }
    },
    [gateway, activeRequests, store, stopRepeats, withHistory],
  );

  return { ask, stop, failures, stopRepeats };
}
