import { wordAlert } from '#gateway/messages/alerts.ts';
import type { LedgerState } from '#gateway/model.ts';
import type { Alert, AlertEvent } from '#gateway/ports.ts';

export interface AlertMessage {
  event: AlertEvent;
  bot: { id: number; name: string };
  /** Null for a test. */
  alert: Alert | null;
  now: Date;
  /** How its ledger stands now. */
  state?: LedgerState | undefined;
}

/** The body that a webhook receives, as `webhookEventSchema` of the contract has it. */
export function describeAlert({ event, bot, alert, now, state }: AlertMessage): string {
  const message = wordAlert({ event, bot, alert, state });
  return JSON.stringify({
    type: event,
    timestamp: now.toISOString(),
    data: { bot, alert: alert && alertOf(alert), message },
  });
}

function alertOf({ id, kind, ledger, at, firedOn, clearedOn, facts }: Alert) {
  return { id, kind, ledger, at, firedOn, clearedOn, facts };
}
