import { alertSentences } from '#contract/words/alert-sentences.ts';
import { ar } from '#contract/words/ar.ts';
import { countNoun } from '#contract/words/count-noun.ts';
import { en } from '#contract/words/en.ts';
import { fillSentence } from '#contract/words/format.ts';
import type { Noun, Words } from '#contract/words/words.ts';
import type { Alert, AlertEvent } from '#gateway/modules/alerts/ports/alerts.ts';
import type { LedgerKind, LedgerState } from '#gateway/modules/usage/model.ts';

interface AlertMessage {
  event: AlertEvent;
  bot: { id: number; name: string };
  /** Null for a test. */
  alert: Alert | null;
  now: Date;
  /** The address of the dashboard; null where it is not known. */
  publicUrl?: string | null;
  /** How its ledger stands now. */
  state?: LedgerState | undefined;
}

/** The body that a webhook receives, as `webhookEventSchema` of the contract has it. */
export function renderAlertBody(content: AlertMessage): string {
  const { event, bot, alert, now, publicUrl } = content;
  const message = { en: messageIn(en, content), ar: messageIn(ar, content) };
  return JSON.stringify({
    type: event,
    timestamp: now.toISOString(),
    data: { bot, alert: alert && alertOf(alert), requestsUrl: requestsUrl(alert, publicUrl), message },
  });
}

function alertOf({ id, kind, ledger, threshold, firedOn, clearedOn, details }: Alert) {
  return { id, kind, ledger, threshold, firedOn, clearedOn, details };
}

function requestsUrl(alert: Alert | null, publicUrl: string | null = null): string | null {
  const key = alert?.details['topKey'] ?? alert?.details['key'];
  if (typeof key !== 'string' || publicUrl === null) return null;
  return new URL(`/usage?${new URLSearchParams({ by: 'key', key }).toString()}`, publicUrl).href;
}

const UNITS: Record<LedgerKind, Noun> = { text: 'token', speech: 'character', audio: 'second' };

const printNumber = (value: number): string => value.toLocaleString('en');

/** The message for people, in one language. */
function messageIn(words: Words, { event, bot, alert, state }: AlertMessage): string {
  const fill = (template: string, parameters: Record<string, string | number>) =>
    fillSentence(template, parameters, words, printNumber);
  // A name may run the other way than the sentence; Arabic sentences isolate every text.
  const isolate = (text: string) => (words.language === 'en' ? `\u2068${text}\u2069` : text);
  const name = { bot: isolate(bot.name) };
  const { test, fired, cleared, resets, now } = words.alertMessage;
  if (!alert || event === 'test') return fill(test, name);
  const ledger = alert.ledger ?? 'text';
  const amount = (value: number) =>
    countNoun(value, words.nouns[UNITS[ledger]], words.language, printNumber(value));
  const percent = (share: number) => `${Math.round(share * 100)}${words.percentSign}`;
  const sentences = alertSentences(alert).map(
    ({ key, parameters: { threshold, share, total, needed, burnRate, name: keyName, ...others } }) =>
      fill(words.alerts[key].replace('{quota}', words.quotas[ledger]), {
        ...others,
        ...(threshold === undefined ? {} : { threshold: percent(threshold) }),
        ...(share === undefined ? {} : { share: percent(share) }),
        ...(keyName === undefined ? {} : { name: isolate(keyName) }),
        ...(total === undefined ? {} : { total: amount(total) }),
        ...(needed === undefined ? {} : { needed: amount(needed) }),
        ...(burnRate === undefined ? {} : { burnRate: amount(burnRate) }),
      }),
  );
  const template = event === 'alert.fired' ? fired : cleared;
  const parts = [fill(template.replace('{sentences}', sentences.join('. ')), name)];
  const ends = alert.details['endsDay'];
  if (event === 'alert.fired' && typeof ends === 'string' && alert.kind !== 'burn-rate')
    parts.push(fill(resets, { ends }));
  if (event === 'alert.cleared' && state)
    parts.push(fill(now, { used: state.used, total: amount(state.total) }));
  return parts.join(' ');
}
