import type { ModelPurpose, ModelServer, StoredModelServer } from '#gateway/modules/models/model.ts';

/** Settings of model servers as saved, for one bot or, with bot 0, for all. */
export interface ModelServerStore {
  /** Of the bot and of all, from memory: right at once after a change in this process, within a second after one by another. */
  listCached(botId: number): Promise<StoredModelServer[]>;
  get(botId: number, purpose: ModelPurpose): Promise<StoredModelServer | undefined>;
  /**
   * Replaces what is saved. `expectedOn`: only what was saved then, null only where nothing is; false when it is something else.
   */
  put(server: StoredModelServer, expectedOn?: Date | null): Promise<boolean>;
  /** The removed server; undefined when no server was saved. */
  remove(botId: number, purpose: ModelPurpose): Promise<StoredModelServer | undefined>;
}

/** One message of a conversation. `images`: data URIs, of the user's messages. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
  images?: string[];
}

/** What a chat model is asked. Temperature 0..1, `topP` 0..1, repetition penalty 0..2 (1: none); absent: as the server has it. */
export interface ChatCompletionRequest {
  messages: ChatMessage[];
  /** Tokens, the most it may write. */
  maxTokens: number;
  temperature?: number;
  topP?: number;
  repetitionPenalty?: number;
}

/** Token counts as reported by the server. */
export interface TokenUsage {
  input: number;
  output: number;
}

/** What a chat model sends: pieces of text in order, then once how it ended. */
export type ChatPart =
  | { text: string }
  /** `length`: cut at `maxTokens`. `use` is null where the server does not report it. */
  | { end: { reason: 'stop' | 'length' | 'filtered' | 'other'; use: TokenUsage | null } };

/** A sound file as a model server is to see it. */
export interface AudioFile {
  bytes: Uint8Array;
  /** Media type. */
  type: string;
  /** With the extension by which servers tell formats apart. */
  name: string;
}

/** Sound to be heard: 16-bit mono PCM as a WAV file; or what is not decoded here, as it is. */
export interface TranscriptionRequest {
  file: AudioFile;
  /** Of the server's settings: `model` or `modelV2`. */
  model: string;
  /** ISO 639-1 of what is spoken; absent: the server finds out. */
  language?: string;
  /** `translate`: into English, where the server can. */
  task: 'transcribe' | 'translate';
  /** What was said just before, for a better start. */
  prompt?: string;
  /** True: times are wanted; a server without them answers with `segments` null. */
  times: boolean;
}

/** What was heard. Times in seconds from the beginning of the sound that was sent. */
export interface TranscriptionResult {
  text: string;
  segments: { start: number; end: number; text: string }[] | null;
  /** Seconds of the sound by the server's own account; null where it gives none. */
  seconds: number | null;
}

/** Text to be spoken; `voice` is one that the server knows. */
export interface SynthesisRequest {
  text: string;
  voice: string;
  /** ISO 639-1, for servers that want to know. */
  language: string;
  format: 'wav' | 'pcm' | 'mp3';
}

/**
 * Calls OpenAI-compatible servers. All reject with `GatewayFault` of a `model-…` code that says which side failed, or with
 * the signal's reason when aborted, which also ends the call upstream. Never called twice for one answer. At most
 * `server.concurrency` calls at once to one server and model; others wait for their turn, no longer than `firstSeconds`.
 */
export interface ModelClient {
  /** Nothing is asked before the first part is taken. Leaving the generator ends the call upstream. */
  chat(
    server: ModelServer,
    order: ChatCompletionRequest,
    signal?: AbortSignal,
  ): AsyncGenerator<ChatPart, void, void>;
  /** A vector a text, in their order, all of one length and of length 1. `tokens`: null where the server does not report them. */
  embed(
    server: ModelServer,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ vectors: Float32Array[]; tokens: number | null }>;
  transcribe(
    server: ModelServer,
    order: TranscriptionRequest,
    signal?: AbortSignal,
  ): Promise<TranscriptionResult>;
  /** The sound as it comes. */
  synthesize(
    server: ModelServer,
    order: SynthesisRequest,
    signal?: AbortSignal,
  ): Promise<{ mime: string; stream: ReadableStream<Uint8Array> }>;
  /** Names of the models that it offers; null where it does not tell. */
  listModels(server: ModelServer, signal?: AbortSignal): Promise<string[] | null>;
  /** Names of the voices that it offers; null where it does not tell. */
  listVoices(server: ModelServer, signal?: AbortSignal): Promise<string[] | null>;
}
