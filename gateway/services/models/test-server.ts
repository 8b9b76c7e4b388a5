import { GatewayFault } from '#gateway/errors.ts';
import type { ModelPurpose, ModelServer } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';

/** What a real call gave. */
export interface TestOutcome {
  seconds: number;
  said: string;
  dimensions: number | null;
  bytes: number | null;
  models: string[];
  fault: GatewayFault | null;
}

type Found = Partial<Pick<TestOutcome, 'said' | 'dimensions' | 'bytes'>>;

/** A model that has to be loaded first takes a minute or more. */
const LONGEST_MS = 120_000;
const LIST_MS = 10_000;
const SAMPLE_RATE = 16_000;
const MOST_SOUND = 10 * 1024 * 1024;
const MOST_WORDS = 2000;
const MOST_MODELS = 500;
const HELLO = { ar: 'مرحبًا', en: 'Hello' } as const;

/** Calls a server for real, with as little as tells whether it works. What fails on its side is part of the outcome. */
export async function testServer(
  { models }: Pick<Ports, 'models'>,
  server: ModelServer,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const begun = performance.now();
  const found = await within(signal, LONGEST_MS, server, (bounded) =>
    TRIES[server.purpose](models, server, bounded),
  ).catch((error: unknown) => {
    if (error instanceof GatewayFault) return error;
    throw error;
  });
  const seconds = (performance.now() - begun) / 1000;
  const offered = await within(signal, LIST_MS, server, (bounded) =>
    models.listModels(server, bounded),
  ).catch((error: unknown) => {
    if (error instanceof GatewayFault) return null;
    throw error;
  });
  const nothing = { said: '', dimensions: null, bytes: null };
  return {
    ...nothing,
    ...(found instanceof GatewayFault ? { fault: withoutKey(found, server) } : { ...found, fault: null }),
    seconds,
    models: (offered ?? []).slice(0, MOST_MODELS),
  };
}

async function tryChat(models: Ports['models'], server: ModelServer, signal: AbortSignal): Promise<Found> {
  const order = { messages: [{ role: 'user' as const, content: 'قل: مرحبًا' }], maxTokens: 32 };
  let said = '';
  for await (const part of models.chat(server, order, signal)) if ('text' in part) said += part.text;
  return { said: said.trim().slice(0, MOST_WORDS) };
}

async function tryEmbedding(
  models: Ports['models'],
  server: ModelServer,
  signal: AbortSignal,
): Promise<Found> {
  const { vectors } = await models.embed(server, ['كم مدة الضمان؟'], signal);
  return { dimensions: vectors[0]?.length ?? 0 };
}

/** Both models, where `v2` means another. */
async function tryHearing(models: Ports['models'], server: ModelServer, signal: AbortSignal): Promise<Found> {
  const wav = quietSecond();
  const heard: string[] = [];
  for (const model of new Set([server.model, server.modelV2 ?? server.model])) {
    const order = { wav, model, task: 'transcribe', language: 'ar', times: false } as const;
    // oxlint-disable-next-line no-await-in-loop
    const { text } = await models.hear({ ...server, model }, order, signal);
    if (text.trim() !== '') heard.push(text.trim());
  }
  return { said: heard.join(' · ').slice(0, MOST_WORDS) };
}

async function trySpeaking(
  models: Ports['models'],
  server: ModelServer,
  signal: AbortSignal,
): Promise<Found> {
  const [voice = await firstVoice(models, server, signal)] = server.voices;
  const isArabic = voice.languages.length === 0 || voice.languages.some((code) => /^ar(?:-|$)/.test(code));
  const language = isArabic ? 'ar' : (voice.languages[0]?.slice(0, 2) ?? 'en');
  const order = { text: isArabic ? HELLO.ar : HELLO.en, voice: voice.id, language, format: 'wav' } as const;
  const { stream } = await models.speak(server, order, signal);
  let bytes = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_SOUND) throw new GatewayFault('model-excessive', namesOf(server));
  }
  if (bytes === 0) throw new GatewayFault('model-garbled', namesOf(server));
  return { bytes };
}

async function firstVoice(models: Ports['models'], server: ModelServer, signal: AbortSignal) {
  const offered = await models.listVoices(server, signal);
  return { id: offered?.[0] ?? 'alloy', languages: [] as string[] };
}

const TRIES: Record<ModelPurpose, typeof tryChat> = {
  chat: tryChat,
  embeddings: tryEmbedding,
  transcription: tryHearing,
  speech: trySpeaking,
};

const namesOf = ({ purpose, model }: ModelServer) => ({ purpose, model });

/** The work with a bound of its own, whose end is the server's silence; leaving the call ends it with the call's reason. */
async function within<Result>(
  signal: AbortSignal,
  most: number,
  server: ModelServer,
  work: (bounded: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = AbortSignal.timeout(most);
  try {
    return await work(AbortSignal.any([signal, end]));
  } catch (error) {
    if (!end.aborted || signal.aborted || error instanceof GatewayFault) throw error;
    throw new GatewayFault('model-silent', { ...namesOf(server), seconds: most / 1000 }, { cause: error });
  }
}

/** Some servers repeat the key that they refuse. */
function withoutKey(fault: GatewayFault, { key }: ModelServer): GatewayFault {
  const { detail } = fault.parameters;
  if (key === null || typeof detail !== 'string' || !detail.includes(key)) return fault;
  return new GatewayFault(fault.code, { ...fault.parameters, detail: detail.replaceAll(key, '…') });
}

/** A WAV of silence, 16-bit mono. */
function quietSecond(): Uint8Array {
  const size = SAMPLE_RATE * 2;
  const bytes = new Uint8Array(44 + size);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, size, true);
  return bytes;
}
