import { clearContext } from '#contract/operations/answers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { openStorage } from '#src/api/stores/storage.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { type AnswerRun, runCharge } from '#src/ui/run/answer-run.ts';
import { DEFAULT_ASK_SETTINGS, type QuestionInput } from '#src/ui/run/ask-settings.ts';
import type { AnswerVersion } from './conversations/conversation.ts';

const contextKey = ({ id, bot }: Connection) => `fihrist.chat-context.${id}.${bot}`;

/**
 * Makes the context that the gateway keeps of the key that of one conversation: what was asked in another one would be
 * taken for what a follow-up refers to. Resolves with whether it holds what was asked in this one before.
 */
export async function enterContext(
  gateway: GatewayClient,
  { conversation, isFirst }: { conversation: string; isFirst: boolean },
): Promise<boolean> {
  const storage = openStorage('localStorage');
  const key = contextKey(gateway.connection);
  if (!isFirst && storage?.getItem(key) === conversation) return true;
  await gateway.read(clearContext);
  try {
    storage?.setItem(key, conversation);
  } catch {
    // Where nothing can be stored, each question is asked alone.
  }
  return false;
}

/** A message as a question; `inContext`: the gateway reads and feeds the context of the key. */
export function toQuestion(message: string, names: readonly string[], inContext: boolean): QuestionInput {
  return {
    question: message.trim(),
    names,
    settings: { ...DEFAULT_ASK_SETTINGS, UpdateGlobal: inContext },
  };
}

/** What a conversation keeps of an answer from the knowledge. */
export function factsOfRun(run: AnswerRun): Partial<AnswerVersion> {
  const charge = runCharge(run);
  return {
    requestId: run.requestId ?? undefined,
    ...(run.model === null ? {} : { model: run.model }),
    ...(charge === undefined ? {} : { tokens: charge.amount, estimated: charge.approximate }),
  };
}
