import { parseConsumption } from '#contract/envelope.ts';
import type { SpeakingOrder, SpokenLanguage } from '#src/api/speech-client.ts';
import { chargeOf } from '#src/spending/charge.ts';
import { withEnd } from './run.ts';
import { speakable } from './speakable.ts';
import type { Work } from './work.ts';

export type Speaker = { speaker: string; language: SpokenLanguage };

/** Has the answer spoken; its sounds play as they come. */
export async function speakAnswer(work: Work, answer: string, by: Speaker): Promise<true> {
  const { gateway, signal, settings, sessionId, change, quotaOf } = work;
  const order: SpeakingOrder = { text: speakable(answer), sessionId, ...by };
  const before = quotaOf('speech');
  change((run) => ({ ...run, speaker: by.speaker }));
  if (settings.speaking === 'whole') {
    const { spoken, consumption, charge, requestId } = await gateway.speech.speak(order, { signal });
    const sound = await gateway.speech.loadAudio(spoken.audio_url, { signal });
    const cost = chargeOf({ charge: charge?.amount ?? spoken.characters, before, after: consumption });
    const now = performance.now();
    change((run) => withEnd({ ...run, sounds: [sound] }, 'spoken', now, { cost, consumption, requestId }));
    return true;
  }
  const { opened, events } = gateway.speech.streamSpeak(order, { signal });
  const heading = opened.catch(() => undefined);
  for await (const event of events) {
    if ('sound' in event) change((run) => ({ ...run, sounds: [...run.sounds, event.sound] }));
    if ('status' in event) {
      const consumption = event.consumption === undefined ? undefined : parseConsumption(event.consumption);
      const { charge, requestId = null } = (await heading) ?? {};
      const cost = chargeOf({ charge: charge?.amount, before, after: consumption });
      const now = performance.now();
      change((run) => withEnd(run, 'spoken', now, { cost, consumption, requestId }));
    }
  }
  return true;
}
