import type { Attempt, ClaimedDelivery, Ports, PostOutcome } from '#gateway/ports.ts';
import { GATEWAY_ACTOR, recordDeed } from '#gateway/services/audit/audit.ts';
import { nextTry } from './retries.ts';
import { signWebhook } from './sign-webhook.ts';
import { CannotUnseal, type Sealer } from '#gateway/services/access/sealing.ts';
import { UNCHANGED } from '#gateway/services/audit/told-fields.ts';
import { webhookContext } from './webhooks.ts';

export type DeliverPorts = Pick<
  Ports,
  'clock' | 'log' | 'observe' | 'deliveries' | 'sender' | 'webhooks' | 'audit'
>;

/** Longer than any try takes: whoever holds a delivery beyond it is dead. */
export const LEASE = 60_000;
const GONE = 410;

/**
 * Makes one try of a claimed delivery and writes how it ended. Aborted in the middle it gives the delivery back; the
 * receiver may then get it twice, under the same `webhook-id`.
 */
export async function deliver(
  ports: DeliverPorts,
  sealer: Sealer,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const began = ports.clock.now().getTime();
  let outcome: PostOutcome;
  try {
    outcome = await attempt(ports, sealer, claimed, signal);
  } catch (error) {
    await ports.deliveries.giveBack(claimed);
    if (signal.aborted) return;
    throw error;
  }
  const now = ports.clock.now();
  const ended = judge(claimed, outcome, now);
  await settle(ports, claimed, ended);
  ports.observe({
    what: 'webhook-attempted',
    outcome: ended.state === 'waiting' ? 'failed' : ended.state,
    seconds: (now.getTime() - began) / 1000,
  });
  // Never the address: many services take a part of it for a password.
  const { botId, id: delivery, webhookId, attempts } = claimed;
  const { state, status, problem } = ended;
  ports.log.info('webhook', { botId, webhookId, delivery, attempts, state, status, problem });
}

/** Writes how it ended; that it turned the webhook off is told, since nobody here did it. */
async function settle(ports: DeliverPorts, claimed: ClaimedDelivery, ended: Attempt): Promise<void> {
  const { botId, webhookId } = claimed;
  const webhook = ended.disables ? await ports.webhooks.get(botId, webhookId) : undefined;
  if (!webhook?.enabled) {
    await ports.deliveries.settle(claimed, ended);
    return;
  }
  const subject = { kind: 'webhook', id: String(webhookId), name: webhook.name } as const;
  const deed = { botId, actor: GATEWAY_ACTOR, action: 'disableWebhook', subject };
  await recordDeed(ports, deed, async (tell) => {
    const isSettled = await ports.deliveries.settle(claimed, ended);
    tell({ subject, ...(isSettled ? { before: { enabled: true }, after: { enabled: false } } : UNCHANGED) });
  });
}

async function attempt(
  { clock, sender }: DeliverPorts,
  sealer: Sealer,
  { botId, secret, messageId, url, body }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<PostOutcome> {
  let opened: string;
  try {
    opened = await sealer.open(secret, webhookContext(botId));
  } catch (error) {
    if (error instanceof CannotUnseal) return { problem: 'secret-unreadable' };
    throw error;
  }
  const headers = await signWebhook(opened, messageId, clock.now(), body);
  return sender.post(url, { 'content-type': 'application/json; charset=utf-8', ...headers }, body, signal);
}

function judge({ attempts, event }: ClaimedDelivery, outcome: PostOutcome, now: Date): Attempt {
  const status = 'status' in outcome ? outcome.status : null;
  const ended = { nextOn: null, status, problem: problemOf(outcome), disables: status === GONE };
  if (status !== null && status >= 200 && status < 300) return { ...ended, state: 'delivered' };
  const isFinal = ended.disables || ended.problem === 'secret-unreadable' || event === 'test';
  const nextOn = isFinal ? null : nextTry(attempts, now);
  return { ...ended, nextOn, state: nextOn ? 'waiting' : 'given-up' };
}

function problemOf(outcome: PostOutcome): Attempt['problem'] {
  if ('problem' in outcome) return outcome.problem;
  if (outcome.status === GONE) return 'gone';
  return outcome.status >= 300 && outcome.status < 400 ? 'redirected' : null;
}
