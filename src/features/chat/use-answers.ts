import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { streamChat } from '#contract/operations/chat.ts';
import { listRuns } from '#contract/operations/runs.ts';
import { type ChatResponseInfo, fetchChat, openChatStream } from '#src/api/client/chat.ts';
import { fieldUse } from '#src/api/client/compose-request.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useConsumptionBaseline, useGateway, useReadCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import { type AnswerRun, createAnswerRun } from '#src/ui/run/answer-run.ts';
import { askQuestion } from '#src/ui/run/ask-question.ts';
import { enterContext, factsOfRun, toQuestion } from './ask-knowledge.ts';
import type { ChatMode } from './chat-mode.ts';
import { type ChatRequestInput, countDroppedMessages, operationFor, toChatRequest } from './chat-request.ts';
import type { ChatSettings } from './chat-settings.ts';
import {
  type AnswerVersion,
  addVersion,
  type Conversation,
  type Turn,
  updateVersion,
  visibleTurns,
  visibleVersion,
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

type KnowledgeOptions = Parameters<typeof askQuestion>[0] & {
  conversation: string;
  previousTurns: readonly Turn[];
  names: readonly string[];
};

/** Asks the knowledge and passes each state of the run on; resolves to the facts about the answer. */
async function receiveRun(
  { conversation, previousTurns, names, ...options }: KnowledgeOptions,
  begun: AnswerRun,
  onRun: (run: AnswerRun) => void,
): Promise<{ facts: Partial<AnswerVersion>; isKept: boolean }> {
  const { gateway, readCapabilities } = options;
  const announced = (await readCapabilities()) !== null;
  const earlier = previousTurns.some((turn) => visibleVersion(turn)?.run !== undefined);
  // A context that cannot be cleared is not entered.
  const entered = announced
    ? await enterContext(gateway, { conversation, isFirst: !earlier }).catch(() => undefined)
    : true;
  let run: AnswerRun = {
    ...begun,
    request: toQuestion(begun.request.question, names, entered !== undefined),
  };
  const isKept = await askQuestion(options, run, (next) => {
    run = next(run);
    onRun(run);
  });
  if (run.error !== undefined) throw run.error;
  return { facts: { ...factsOfRun(run), alone: earlier && entered !== true }, isKept };
}

/** Requests answers, at most one at a time in each conversation, and writes them into the conversation as they come. */
export function useAnswers(store: ConversationStore, activeRequests: Map<string, ActiveRequest>) {
  const gateway = useGateway();
  const withHistory = fieldUse(useRecipient(), 'ChatHistory') !== 'unsent';
  const { isAskedWhole } = useAskedWhole();
  const latestIsAskedWhole = useRef(isAskedWhole);
  const baseline = useConsumptionBaseline();
  const latestBaseline = useRef(baseline);
  useEffect(() => {
    latestIsAskedWhole.current = isAskedWhole;
    latestBaseline.current = baseline;
  });
  /** Of answers of this visit; a reload keeps only the fact. */
  const [failures, setFailures] = useState<ReadonlyMap<string, AnswerFailure>>(new Map());
  const unmounting = useRef(false);
  const queryClient = useQueryClient();
  const readCapabilities = useReadCapabilities();

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

  /** Asks for an answer to a turn of the conversation in this way; `again`: in place of one that failed. */
  const ask = useCallback(
    async (
      conversation: Conversation,
      turnId: string,
      { mode, settings: chosen }: { mode: ChatMode; settings: ChatSettings },
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
      const names = settings.names ?? [];
      const begunRun = createAnswerRun(
        versionId,
        toQuestion(turn.message, names, false),
        Date.now(),
        latestBaseline.current,
      );
      const version: AnswerVersion = {
        id: versionId,
        text: '',
        status: 'writing',
        begun: Date.now(),
        settings,
        ...(mode === 'model' ? {} : { run: begunRun }),
      };
      const next =
        again === undefined
          ? addVersion(conversation, turnId, version)
          : updateVersion(conversation, turnId, versionId, version);
      store.put({ ...next, changedOn: Date.now() });

      let text = '';
      let run = version.run;
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
        write({ text, firstAfter, run }, keep);
      };
      const end = (change: Partial<AnswerVersion>) => {
        clearTimeout(timer);
        if (activeRequests.get(id)?.versionId === versionId) activeRequests.delete(id);
        write({ text, firstAfter, run, endedAfter: elapsedMs(), ...change }, true);
      };
      const onText = (next: string) => {
        text = next;
        if (text !== '') firstAfter ??= elapsedMs();
        timer ??= setTimeout(flush, RENDER_THROTTLE_MS);
      };
      const receiveKnowledge = async () => {
        const isWhole: typeof isAskedWhole = (stream) => latestIsAskedWhole.current(stream);
        const options = { gateway, readCapabilities, isAskedWhole: isWhole, signal };
        const { facts, isKept } = await receiveRun(
          { ...options, conversation: id, previousTurns: input.previousTurns, names },
          begunRun,
          (next) => {
            // Errors are kept apart: they cannot be stored.
            run = { ...next, error: undefined, repeatAt: undefined };
            onText(next.answer);
          },
        );
        if (isKept) void queryClient.invalidateQueries({ queryKey: [listRuns.id] });
        return facts;
      };
      try {
        const result =
          mode === 'model'
            ? await receiveAnswer(gateway, input, { signal, withHistory }, (piece) => onText(text + piece))
            : await receiveKnowledge();
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
    [gateway, activeRequests, store, stopRepeats, withHistory, readCapabilities, queryClient],
  );

  return { ask, stop, failures, stopRepeats };
}
