import { parseConsumption } from '#contract/envelope.ts';
import type { ChargeFigure } from '#contract/headers.ts';
import type { HearingOrder, Sound } from '#src/api/speech-client.ts';
import { chargeOf } from '#src/spending/charge.ts';
import type { Said } from './run.ts';
import { withEnd, withFirst } from './run.ts';
import type { VoiceSettings } from './settings.ts';
import { WHOLE_TARGETS } from './settings.ts';
import type { Work } from './work.ts';
import { SPEECH_RATE } from './wav.ts';

/** The request, by the settings that the endpoint has. */
export function hearingOrder(
  settings: VoiceSettings,
  sound: Sound,
  { kind }: Pick<Said, 'kind'>,
  sessionId: string,
): HearingOrder {
  const { model, hearing, source, task, target, maxSeconds } = settings;
  const common = {
    sound,
    model,
    sessionId,
    maxSeconds,
    // What was recorded here has a rate that is known; a file says its own.
    sampleRate: kind === 'recording' ? SPEECH_RATE : undefined,
  };
  if (hearing === 'whole')
    return { ...common, targetLanguage: WHOLE_TARGETS.find((language) => language === target) };
  return {
    ...common,
    task,
    sourceLanguage: source === '' ? undefined : source,
    targetLanguage: target === '' ? undefined : target,
  };
}

/** Turns sound into text; resolves with the text. */
export async function hearSound(work: Work, sound: Sound, said: Said): Promise<string> {
  const { gateway, signal, settings, sessionId, change, quotaOf } = work;
  const order = hearingOrder(settings, sound, said, sessionId);
  const before = quotaOf('audio');
  if (settings.hearing === 'whole') {
    const { text, consumption, charge, requestId } = await gateway.speech.hear(order, { signal });
    const cost = chargeOf({ charge: charge?.amount, before, after: consumption });
    change((run) => withEnd({ ...run, text }, 'heard', performance.now(), { cost, consumption, requestId }));
    return text;
  }
  const { opened, events } = gateway.speech.streamHear(order, { signal });
  let charge: ChargeFigure | null = null;
  let requestId: string | null = null;
  opened.then(
    (outcome) => ({ charge, requestId } = outcome),
    () => undefined,
  );
  let text = '';
  for await (const event of events) {
    if ('partial' in event) {
      text = event.partial;
      change((run) => withFirst({ ...run, text: event.partial }, 'heard', performance.now()));
    }
    if ('final' in event) {
      text = event.final;
      change((run) => withFirst({ ...run, text: event.final }, 'heard', performance.now()));
    }
    if ('status' in event) {
      const consumption = event.consumption === undefined ? undefined : parseConsumption(event.consumption);
      const told = charge as ChargeFigure | null;
      const cost = chargeOf({ charge: told?.amount, before, after: consumption });
      const length = said.length ?? event.duration;
      change((run) =>
        withEnd({ ...run, said: { ...run.said, length } }, 'heard', performance.now(), {
          cost,
          consumption,
          requestId,
        }),
      );
    }
  }
  return text;
}
