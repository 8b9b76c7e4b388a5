import { SPEECH_RATE } from '#common/resample.ts';
import { writeWav } from '#common/wav.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelPurpose, ModelServer } from '#gateway/modules/models/model.ts';
import type { Ports } from '#gateway/modules/models/ports/ports.ts';

/** What a real call gave. */
interface TestOutcome {
  seconds: number;
  output: string;
  dimensions: number | null;
  bytes: number | null;
  models: string[];
  fault: GatewayFault | null;
}

type TestCall = [models: Ports['models'], server: ModelServer, signal: AbortSignal];
type ProbeResult = Partial<Pick<TestOutcome, 'output' | 'dimensions' | 'bytes'>>;

/** A model that has to be loaded first takes a minute or more. */
const TEST_TIMEOUT_MS = 120_000;
const LIST_TIMEOUT_MS = 10_000;
const MAX_AUDIO_BYTES = 10 * 1024 * 1024;
const MAX_OUTPUT_CHARACTERS = 2000;
const MAX_LISTED_MODELS = 500;
const TEST_TEXT = { ar: 'مرحبًا', en: 'Hello' } as const;

/** Calls a server for real, with as little as tells whether it works. What fails on its side is part of the result. */
export async function testServer(
  { models }: Pick<Ports, 'models'>,
  server: ModelServer,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const begun = performance.now();
  const call = <Result>(timeoutMs: number, work: (bounded: AbortSignal) => Promise<Result>) =>
    withTimeout(signal, timeoutMs, server, work).catch((error: unknown) => {
      if (error instanceof GatewayFault) return error;
      throw error;
    });
  const result = await call(TEST_TIMEOUT_MS, (bounded) =>
    TEST_CALLS[server.purpose](models, server, bounded),
  );
  const seconds = (performance.now() - begun) / 1000;
  const offered = await call(LIST_TIMEOUT_MS, (bounded) => models.listModels(server, bounded));
  const nothing = { output: '', dimensions: null, bytes: null };
  return {
    ...nothing,
    ...(result instanceof GatewayFault ? { fault: withoutKey(result, server) } : { ...result, fault: null }),
    seconds,
    models: (Array.isArray(offered) ? offered : []).slice(0, MAX_LISTED_MODELS),
  };
}

async function tryChat(...[models, server, signal]: TestCall): Promise<ProbeResult> {
  const order = { messages: [{ role: 'user' as const, content: 'قل: مرحبًا' }], maxTokens: 32 };
  let said = '';
  for await (const part of models.chat(server, order, signal)) if ('text' in part) said += part.text;
  return { output: said.trim().slice(0, MAX_OUTPUT_CHARACTERS) };
}

async function tryEmbedding(...[models, server, signal]: TestCall): Promise<ProbeResult> {
  const { vectors } = await models.embed(server, ['كم مدة الضمان؟'], signal);
  return { dimensions: vectors[0]?.length ?? 0 };
}

/** Both models, where `v2` means another. */
async function tryTranscription(...[models, server, signal]: TestCall): Promise<ProbeResult> {
  const bytes = writeWav(new Int16Array(SPEECH_RATE), SPEECH_RATE);
  const file = { bytes, type: 'audio/wav', name: 'sound.wav' };
  const texts: string[] = [];
  for (const model of new Set([server.model, server.modelV2 ?? server.model])) {
    const order = { file, model, task: 'transcribe', language: 'ar', times: false } as const;
    const { text } = await models.transcribe({ ...server, model }, order, signal);
    if (text.trim() !== '') texts.push(text.trim());
  }
  return { output: texts.join(' · ').slice(0, MAX_OUTPUT_CHARACTERS) };
}

async function trySynthesis(...[models, server, signal]: TestCall): Promise<ProbeResult> {
  const [voice = await firstVoice(models, server, signal)] = server.voices;
  const isArabic = voice.languages.length === 0 || voice.languages.some((code) => /^ar(?:-|$)/.test(code));
  const language = isArabic ? 'ar' : (voice.languages[0]?.slice(0, 2) ?? 'en');
  const order = {
    text: isArabic ? TEST_TEXT.ar : TEST_TEXT.en,
    voice: voice.id,
    language,
    format: 'wav',
  } as const;
  const { stream } = await models.synthesize(server, order, signal);
  let bytes = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_AUDIO_BYTES) throw new GatewayFault('model-response-too-large', namesOf(server));
  }
  if (bytes === 0) throw new GatewayFault('model-invalid-response', namesOf(server));
  return { bytes };
}

async function firstVoice(...[models, server, signal]: TestCall) {
  const offered = await models.listVoices(server, signal);
  return { id: offered?.[0] ?? 'alloy', languages: [] as string[] };
}

const TEST_CALLS: Record<ModelPurpose, typeof tryChat> = {
  chat: tryChat,
  embeddings: tryEmbedding,
  transcription: tryTranscription,
  speech: trySynthesis,
};

const namesOf = ({ purpose, model }: ModelServer) => ({ purpose, model });

/** The work with a bound of its own, whose end is the server's silence; leaving the call ends it with the call's reason. */
async function withTimeout<Result>(
  signal: AbortSignal,
  timeoutMs: number,
  server: ModelServer,
  work: (bounded: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, end]));
  } catch (error) {
    if (!end.aborted || signal.aborted || error instanceof GatewayFault) throw error;
    throw new GatewayFault(
      'model-timeout',
      { ...namesOf(server), seconds: timeoutMs / 1000 },
      { cause: error },
    );
  }
}

/** Some servers repeat a refused key in their error message. */
function withoutKey(fault: GatewayFault, { key }: ModelServer): GatewayFault {
  const { detail } = fault.parameters;
  if (key === null || typeof detail !== 'string' || !detail.includes(key)) return fault;
  return new GatewayFault(fault.code, { ...fault.parameters, detail: detail.replaceAll(key, '…') });
}
