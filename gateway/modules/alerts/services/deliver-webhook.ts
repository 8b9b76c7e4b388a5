import { type Sealer, UnsealError } from '#gateway/modules/access/services/secret-sealer.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { AttemptResult, LeasedDelivery, PostResult } from '#gateway/modules/alerts/ports/webhooks.ts';
import {
  GATEWAY_ACTOR,
  recordAuditEvent,
  UNCHANGED,
} from '#gateway/modules/audit/services/record-audit-event.ts';
import { webhookSecretContext } from './manage-webhooks.ts';
import { nextRetryOn } from './retry-backoff.ts';
import { signWebhook } from './sign-webhook.ts';

export type DeliverPorts = Pick<
  Ports,
  'clock' | 'log' | 'recordMetric' | 'deliveries' | 'webhookSender' | 'webhooks' | 'audit'
>;

const HTTP_GONE = 410;

/**
 * Makes one try of a claimed delivery and writes how it ended. Aborted in the middle it gives the delivery back; the
 * receiver may then get it twice, under the same `webhook-id`.
 */
export async function deliver(
  ports: DeliverPorts,
  sealer: Sealer,
  leased: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const began = ports.clock.now().getTime();
  let outcome: PostResult;
  try {
    outcome = await sendAttempt(ports, sealer, leased, signal);
  } catch (error) {
    // A failed try keeps its lease: the worker lets the delivery wait.
    if (!signal.aborted) throw error;
    return ports.deliveries.release(leased);
  }
  const now = ports.clock.now();
  const ended = decideAttemptResult(leased, outcome, now);
  await settle(ports, leased, ended);
  ports.recordMetric({
    what: 'webhook-attempted',
    outcome: ended.state === 'waiting' ? 'retrying' : ended.state,
    seconds: (now.getTime() - began) / 1000,
  });
  // Never the address: many services take a part of it for a password.
  const { botId, id: delivery, webhookId, attempts } = leased;
  const { state, status, problem } = ended;
  ports.log.info('webhook', { botId, webhookId, delivery, attempts, state, status, problem });
}

/** Stores the result of an attempt; an attempt that disables the webhook is audited, since no person did so. */
async function settle(ports: DeliverPorts, claimed: LeasedDelivery, ended: AttemptResult): Promise<void> {
  const { botId, webhookId } = claimed;
  const webhook = ended.disables ? await ports.webhooks.get(botId, webhookId) : undefined;
  if (!webhook?.enabled) {
    await ports.deliveries.settle(claimed, ended);
    return;
  }
  const subject = { kind: 'webhook', id: String(webhookId), name: webhook.name } as const;
  const event = { botId, actor: GATEWAY_ACTOR, action: 'disableWebhook', subject };
  await recordAuditEvent(ports, event, async (addChange) => {
    const isSettled = await ports.deliveries.settle(claimed, ended);
    addChange({
      subject,
      ...(isSettled ? { before: { enabled: true }, after: { enabled: false } } : UNCHANGED),
    });
  });
}

async function sendAttempt(
  { clock, webhookSender }: DeliverPorts,
  sealer: Sealer,
  { botId, secret, messageId, url, body }: LeasedDelivery,
  signal: AbortSignal,
): Promise<PostResult> {
  let opened: string;
  try {
    opened = await sealer.open(secret, webhookSecretContext(botId));
  } catch (error) {
    if (error instanceof UnsealError) return { problem: 'secret-unreadable' };
    throw error;
  }
  const headers = await signWebhook(opened, messageId, clock.now(), body);
  return webhookSender.post(
    url,
    { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    signal,
  );
}

function decideAttemptResult(
  { attempts, event }: LeasedDelivery,
  outcome: PostResult,
  now: Date,
): AttemptResult {
  const status = 'status' in outcome ? outcome.status : null;
  const ended = { nextOn: null, status, problem: problemOf(outcome), disables: status === HTTP_GONE };
  if (status !== null && status >= 200 && status < 300) return { ...ended, state: 'delivered' };
  const isFinal = ended.disables || ended.problem === 'secret-unreadable' || event === 'test';
  const nextOn = isFinal ? null : nextRetryOn(attempts, now);
  return { ...ended, nextOn, state: nextOn ? 'waiting' : 'failed' };
}

function problemOf(outcome: PostResult): AttemptResult['problem'] {
  if ('problem' in outcome) return outcome.problem;
  if (outcome.status === HTTP_GONE) return 'gone';
  return outcome.status >= 300 && outcome.status < 400 ? 'redirected' : null;
}
