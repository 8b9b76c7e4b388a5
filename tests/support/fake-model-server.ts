/**
 * A server of the OpenAI interface on loopback: chat, embeddings, hearing, speaking. It does as told, well or badly, and
 * keeps all that was asked of it, so that tests can prove what reached it, what was called off and what was called once.
 */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type FakeSound,
  replyToSpeech,
  replyToTranscription,
  type SpeechBody,
  soundOf,
  transcribeBySeconds,
} from './fake-model-server/audio.ts';
import type { Behaviour } from './fake-model-server/behaviours.ts';
import { type ChatBody, echo, type FakeAnswer, replyToChat } from './fake-model-server/chat.ts';
import { type EmbeddingsBody, replyToEmbeddings } from './fake-model-server/embeddings.ts';
import { type Reply, send } from './fake-model-server/send.ts';

export type { FakeSound } from './fake-model-server/audio.ts';
export * from './fake-model-server/behaviours.ts';
export { type ChatBody, type FakeAnswer, textOf } from './fake-model-server/chat.ts';
export { embedByLetters } from './fake-model-server/embeddings.ts';
export { startSilenceClock } from './fake-model-server/silence-clock.ts';
export { makeMp3, makePcm, secondsOfWav, wrapWav } from './fake-model-server/sound.ts';

/** A request, from its headers on. */
export interface RecordedRequest {
  /** Such as `POST /v1/chat/completions`. */
  call: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON; of a form its text fields; null before it is read. */
  body: unknown;
  /** The file of a form. */
  file: Uint8Array<ArrayBuffer> | null;
  fileName: string | null;
  /** `performance.now()`. */
  openedAt: number;
  closedAt: number | null;
  /** The client hung up before the response was out; not when this server cut it. */
  clientDisconnected: boolean;
}

export interface FakeModelOptions {
  /** What chat answers; echoes the last message otherwise. */
  answer?: (body: ChatBody, times: number) => FakeAnswer | Promise<FakeAnswer>;
  /** The transcript of a sound; two words a second by default. */
  transcribe?: (sound: FakeSound) => string;
  /** Seconds of the sound as reported, regardless of its length; absent: not reported. */
  heardSeconds?: number;
  /** Numbers of a vector. */
  dimensions?: number;
  models?: string[];
  /** Null: the path is unknown here, as on most servers. */
  voices?: string[] | null;
  /** False: a WAV's header does not tell its length. */
  wavLength?: boolean;
  /** When given, requests without it get 401. */
  key?: string;
}

export async function startFakeModelServer(options: FakeModelOptions = {}) {
  const requests: RecordedRequest[] = [];
  const queue: Behaviour[] = [];
  const statusChanges = new EventEmitter().setMaxListeners(0);
  const state = { open: 0, most: 0, silent: 0, manner: { kind: 'well' } as Behaviour, ...options };
  let port = 0;

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const entry: RecordedRequest = {
      call: `${request.method} ${request.url}`,
      headers: request.headers,
      body: null,
      file: null,
      fileName: null,
      openedAt: performance.now(),
      closedAt: null,
      clientDisconnected: false,
    };
    requests.push(entry);
    state.open += 1;
    state.most = Math.max(state.most, state.open);
    statusChanges.emit('change');
    let isCutHere = false;
    const destroy = response.destroy.bind(response);
    response.destroy = (error) => {
      isCutHere = true;
      return destroy(error);
    };
    response.on('close', () => {
      state.open -= 1;
      entry.closedAt = performance.now();
      entry.clientDisconnected = !response.writableFinished && !isCutHere;
      statusChanges.emit('change');
    });
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    serve(request, response, entry).catch((error: unknown) => {
      if (!response.destroyed && !response.headersSent) response.writeHead(500);
      if (!response.destroyed) response.end(String(error));
    });
  });

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    entry: RecordedRequest,
  ): Promise<void> {
    const behaviour = queue.shift() ?? state.manner;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    await read(entry, Buffer.concat(chunks));
    statusChanges.emit('change');
    if (state.key !== undefined && request.headers.authorization !== `Bearer ${state.key}`) {
      return send(response, NOTHING, KEY_REFUSED, () => {});
    }
    const reply = await replyTo(entry, behaviour);
    const manner = reply || behaviour.kind === 'status' ? behaviour : NOT_FOUND;
    await send(response, reply ?? NOTHING, manner, () => {
      state.silent += 1;
      response.on('close', () => (state.silent -= 1));
    });
  }

  async function replyTo(
    { call, body, file }: RecordedRequest,
    behaviour: Behaviour,
  ): Promise<Reply | undefined> {
    switch (call) {
      case 'POST /v1/chat/completions': {
        const chat = body as ChatBody;
        const times = requests.filter((request) => request.call === call).length;
        return replyToChat(chat, await (state.answer ?? echo)(chat, times), behaviour);
      }
      case 'POST /v1/embeddings':
        return replyToEmbeddings(
          body as EmbeddingsBody,
          state.dimensions ?? 64,
          behaviour.kind !== 'no-usage',
        );
      case 'POST /v1/audio/transcriptions':
      case 'POST /v1/audio/translations': {
        const sound = await soundOf(
          body as Record<string, string>,
          file ?? new Uint8Array(),
          call.endsWith('translations'),
        );
        const text = (state.transcribe ?? transcribeBySeconds)(sound);
        return replyToTranscription(sound, text, state.heardSeconds);
      }
      case 'POST /v1/audio/speech':
        return replyToSpeech(body as SpeechBody, state.wavLength ?? true);
      case 'GET /v1/models':
        return list(
          'data',
          (state.models ?? ['qwen', 'whisper', 'bge', 'tts']).map((id) => ({ id, object: 'model' })),
        );
      case 'GET /v1/audio/voices':
        return state.voices === null ? undefined : list('voices', state.voices ?? ['noura', 'fahad', 'emma']);
      default:
        return undefined;
    }
  }

  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const down = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  await listen();

  return {
    /** For a server's `url`. */
    url: `http://127.0.0.1:${port}/v1`,
    /** All that was asked of it, in order of arrival. */
    asked: requests,
    /** Requests under way now, and the most at once so far. */
    get open() {
      return state.open;
    },
    get maxOpen() {
      return state.most;
    },
    /** Open responses without a further piece. */
    get silent() {
      return state.silent;
    },
    /** The next requests are answered so, one each; then as `always` says. */
    behave: (...manners: Behaviour[]) => void queue.push(...manners),
    always: (behaviour: Behaviour) => void (state.manner = behaviour),
    /** Changes what it answers. */
    script: (more: FakeModelOptions) => void Object.assign(state, more),
    /** Bodies of the calls of a path, such as `chat/completions`. */
    bodies: <Body = Record<string, unknown>>(path: string): Body[] =>
      requests.filter(({ call }) => call.endsWith(`/v1/${path}`)).map(({ body }) => body as Body),
    /** Resolves as soon as it holds; looked at with every request that opens, is read or closes. */
    async when(holds: () => boolean): Promise<void> {
      while (!holds()) await once(statusChanges, 'change');
    },
    /** Refuses connections, until `up`. */
    down,
    up: listen,
    close: async () => {
      if (server.listening) await down();
    },
  };
}

export type FakeModelServer = Awaited<ReturnType<typeof startFakeModelServer>>;

const NOTHING: Reply = { type: 'application/json', parts: [], tail: [], isEvents: false };
const KEY_REFUSED: Behaviour = { kind: 'status', status: 401, body: '{"error":{"message":"no"}}' };
const NOT_FOUND: Behaviour = { kind: 'status', status: 404, body: '{"error":{"message":"Not Found"}}' };

function list(name: string, items: unknown[]): Reply {
  const whole = JSON.stringify({ object: 'list', [name]: items });
  return { type: 'application/json', parts: [whole], tail: [], isEvents: false };
}

async function read(entry: RecordedRequest, bytes: Buffer): Promise<void> {
  const type = entry.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) {
    entry.body = bytes.length > 0 ? (JSON.parse(bytes.toString('utf8')) as unknown) : {};
    return;
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else {
      entry.file = new Uint8Array(await value.arrayBuffer());
      entry.fileName = value.name;
    }
  }
  entry.body = fields;
}
