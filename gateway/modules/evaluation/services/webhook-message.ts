import type { WebhookEvent } from '#contract/alerts.ts';
import { ar } from '#contract/words/ar.ts';
import { en } from '#contract/words/en.ts';
import { fillSentence } from '#contract/words/format.ts';
import type { Words } from '#contract/words/words.ts';

interface Writer {
  words: Words;
  isolate: (text: string) => string;
  fill: (template: string, parameters: Record<string, string | number>) => string;
}

/** Sentences of a message to webhooks, in both languages. */
export function messagesIn(write: (writer: Writer) => string[]): WebhookEvent['data']['message'] {
  const messageIn = (words: Words): string => {
    // A name may run the other way than the sentence; Arabic sentences isolate every text.
    const isolate = (text: string) => (words.language === 'en' ? `\u2068${text}\u2069` : text);
    const fill: Writer['fill'] = (template, parameters) => fillSentence(template, parameters, words, String);
    return write({ words, isolate, fill }).join(' ');
  };
  return { en: messageIn(en), ar: messageIn(ar) };
}
