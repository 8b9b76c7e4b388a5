import { parseConsumption } from '#contract/envelope.ts';
import { parseFaultParameters } from '#contract/faults.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { GatewaySettings } from '#gateway/ports.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';
import { type FakeModelOptions, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { createTestGateway, type TestGatewayOptions } from '#tests/support/gateway.ts';

const SETTINGS: Omit<ModelServer, 'url' | 'purpose' | 'model'> = {
  enabled: true,
  modelV2: null,
  voices: [],
  firstSeconds: 20,
  silenceSeconds: 20,
  concurrency: 8,
  contextTokens: null,
  key: null,
  from: 'environment',
};

export const STREAM = '/api/v1/Model/Stream/SpeechToText';
export const WHOLE = '/api/v2/Model/SpeechToText';

interface Options extends TestGatewayOptions {
  fake?: FakeModelOptions;
  server?: Partial<ModelServer>;
  /** Whether the same server also chats. */
  chat?: boolean;
  settings?: Partial<GatewaySettings>;
}

/** A gateway whose transcription server is a fake one over real HTTP. */
export async function startHearing({ fake: answers, server, chat = false, ...options }: Options = {}) {
  const fake = await startFakeModelServer(answers);
  const base = { ...SETTINGS, url: fake.url };
  const gateway = await createTestGateway({
    ...options,
    settings: {
      modelServers: {
        transcription: {
          ...base,
          purpose: 'transcription',
          model: 'whisper',
          modelV2: 'whisper-both',
          ...server,
        },
        ...(chat ? { chat: { ...base, purpose: 'chat', model: 'qwen' } } : {}),
      },
      ...options.settings,
    },
  });
  return {
    fake,
    gateway,
    /** What the transcription server was asked, in order. */
    heard: () => fake.asked.filter(({ call }) => call.includes('/audio/')),
    /** Seconds that the audio ledger has lost, and holds for calls under way. */
    async spent() {
      const state = await gateway.ports.ledger.state(1, 'audio');
      return [state?.used, state?.reserved];
    },
    /** Blobs that are left. */
    left: () => gateway.ports.blobs.list({ committedBefore: new Date('2999-01-01'), limit: 100 }),
    async close() {
      await gateway.close();
      await fake.close();
    },
  };
}

export type Hearing = Awaited<ReturnType<typeof startHearing>>;

/** A form with a record, of the fixtures where it is a name; null leaves a field out. */
export function form(
  record: string | Uint8Array<ArrayBuffer> | null,
  fields: Record<string, string | null> = {},
  name = typeof record === 'string' ? record : '',
): FormData {
  const form = new FormData();
  const all = { ModelName: 'v2', SetDefaultSampleRate: 'true', ...fields };
  for (const [field, value] of Object.entries(all)) if (value !== null) form.set(field, value);
  const bytes = typeof record === 'string' ? fixture(record) : record;
  if (bytes !== null) form.set('Record', new Blob([bytes]), name);
  return form;
}

export const post = (hearing: Hearing, path: string, body: FormData, signal?: AbortSignal) =>
  hearing.gateway.call(path, { method: 'POST', body, ...(signal ? { signal } : {}) });

/** The text of an answer, once it is one. */
export async function textOf(response: Response): Promise<string> {
  const body = (await response.json()) as { StatusCode: number; Response: string; Consumption: string };
  if (response.status !== 200) throw new Error(`${response.status}: ${body.Response}`);
  parseConsumption(body.Consumption);
  return body.Response;
}

interface ReportedEvent {
  partial?: string;
  final?: string;
  status?: string;
  duration?: number;
  consumption?: string;
  error?: string;
  StatusCode?: number;
  fault?: string;
}

/** Events of a stream, each as it comes. */
export async function* eventsOf(response: Response): AsyncGenerator<ReportedEvent, void, void> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      buffer += decoder.decode(next.value, { stream: true });
      const lines = buffer.split('\n\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line.replace(/^data: /, '')) as ReportedEvent;
    }
  } finally {
    await reader.cancel();
  }
}

export async function allEvents(response: Response): Promise<ReportedEvent[]> {
  const events: ReportedEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

export async function faultOf(response: Response) {
  const { Response: text } = (await response.json()) as { Response: string };
  return {
    status: response.status,
    fault: response.headers.get('x-fault'),
    field: response.headers.get('x-fault-field'),
    parameters: parseFaultParameters(response.headers.get('x-fault-parameters')),
    text,
  };
}
