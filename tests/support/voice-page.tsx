/** The voice page over a gateway that knows one guide; speech is answered by the test. */
import { screen } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { ModelPurpose, ModelServer } from '#gateway/modules/models/model.ts';
import type { TestGateway } from './gateway.ts';
import { type Dashboard, openDashboard } from './open-dashboard.tsx';
import { startUser } from './user.ts';

export const GUIDE = `# دليل المتجر

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 15 يومًا من تاريخ الاستلام.
`;
export const TITLE = 'دليل المتجر';
export const QUESTION = 'خلال كم يوم يحق للعميل إرجاع المنتج؟';
const AT = `/playground/voice?index=${encodeURIComponent(TITLE)}`;
const MODEL: ModelServer = {
  enabled: true,
  url: 'http://127.0.0.1:9/v1',
  model: 'x',
  modelV2: null,
  voices: [],
  firstSeconds: 5,
  silenceSeconds: 5,
  concurrency: 2,
  contextTokens: null,
  purpose: 'transcription',
  from: 'environment',
  key: null,
};
export const SERVERS = {
  transcription: MODEL,
  speech: {
    ...MODEL,
    purpose: 'speech' as const,
    voices: [
      { id: 'Emma', languages: ['en'] },
      { id: 'ليلى', languages: ['ar'] },
    ],
  },
} satisfies Partial<Record<ModelPurpose, ModelServer>>;

export const events = (...all: readonly object[]) =>
  new Response(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream', 'X-Record-Seconds': '2.4/2.4' },
  });
const transcriptEvents = () =>
  events(
    { partial: 'خلال كم' },
    { final: QUESTION },
    { status: 'complete', duration: 2.4, consumption: '3/100000' },
  );
export const spoken = () =>
  events(
    { chunk_id: 0, audio_data: btoa('RIFF'), chunk_size: 4 },
    { status: 'complete', total_chunks: 1, total_duration: 1, consumption: '60/100000' },
  );
/** As our gateway ends a stream whose model broke off. */
export const broken = {
  StatusCode: 502,
  error: 'x',
  fault: 'model-truncated',
  parameters: { model: 'whisper' },
};
export const refused = (status: number, fault: string) =>
  Response.json(
    { StatusCode: status, Response: 'x', Consumption: '0/100000' },
    { status, headers: { 'X-Fault': fault, 'X-Fault-Parameters': '{}' } },
  );

type Answers = { hear?: () => Response; speak?: () => Response; ask?: () => Response };

/** Speech is answered here, knowledge by the gateway. */
export function standIn({ hear = transcriptEvents, speak = spoken, ask }: Answers = {}) {
  return ({ url }: Request) =>
    url.endsWith('/SpeechToText')
      ? hear()
      : url.includes('TextToSpeech')
        ? speak()
        : url.endsWith('/Stream/Answer')
          ? ask?.()
          : undefined;
}

async function teach(gateway: TestGateway) {
  await gateway.addUnit(TITLE, GUIDE);
  await gateway.indexAll();
}
export const openVoice = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: AT,
    prepare: teach,
    settings: { modelServers: SERVERS },
    intercept: standIn(),
    ...options,
  });
export const called = ({ requests }: Dashboard, part: string) =>
  requests.filter(({ url }) => url.includes(part));
export const step = (name: RegExp) => screen.findByRole('listitem', { name });
export const record = async (name = 'Record') => {
  await startUser().click(await screen.findByRole('button', { name }));
  await screen.findByRole('timer');
};
export const textbox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Transcript' });

/** Sound begins to play as soon as it is to, in every test of the file that calls this. */
export function playAtOnce(): void {
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event('playing'));
    });
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  });
}
