import { parseConsumption } from '#contract/envelope.ts';
import type { RecordSeconds } from '#contract/headers.ts';
import type { HearingOrder, Sound } from '#src/api/speech-client.ts';
import { chargeOf } from '#src/spending/charge.ts';
import type { Said, VoiceRun } from './run.ts';
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

/** A gateway that says how much it heard charges each second that was begun. */
function chargeFor(charge: number | undefined, record: RecordSeconds | null): number | undefined {
  return charge ?? (record === null ? undefined : Math.ceil(record.processed));
}

/** What is known of the sound once it was heard. */
function withLength(run: VoiceRun, record: RecordSeconds | null, duration?: number): VoiceRun {
  const length = run.said.length ?? record?.total ?? record?.processed ?? duration;
  const heard = record !== null && (record.total === null || record.processed < record.total);
  return { ...run, said: { ...run.said, length, heardOnly: heard ? record.processed : undefined } };
}

/** Turns sound into text; resolves with the text. */
export async function hearSound(work: Work, sound: Sound, said: Said): Promise<string> {
  const { gateway, signal, settings, sessionId, change, quotaOf } = work;
  const order = hearingOrder(settings, sound, said, sessionId);
  const before = quotaOf('audio');
  if (settings.hearing === 'whole') {
    const heard = await gateway.speech.hear(order, { signal });
    const { text, consumption: after, charge, record, requestId } = heard;
    const cost = chargeOf({ charge: chargeFor(charge?.amount, record), before, after });
    const now = performance.now();
    change((run) =>
      withEnd({ ...withLength(run, record), text }, 'heard', now, {
        cost,
        consumption: after,
        requestId,
      }),
    );
    return text;
  }
  const { opened, events } = gateway.speech.streamHear(order, { signal });
  const heading = opened.catch(() => undefined);
  let text = '';
  for await (const event of events) {
    if ('partial' in event) text = event.partial;
    if ('final' in event) text = event.final;
    const heard = text;
    const now = performance.now();
    if (!('status' in event)) change((run) => withFirst({ ...run, text: heard }, 'heard', now));
    else {
      const { charge, record = null, requestId = null } = (await heading) ?? {};
      const after = event.consumption === undefined ? undefined : parseConsumption(event.consumption);
      const cost = chargeOf({ charge: chargeFor(charge?.amount, record), before, after });
      change((run) =>
        withEnd(withLength(run, record, event.duration), 'heard', now, {
          cost,
          consumption: after,
          requestId,
        }),
      );
    }
  }
  return text;
}
