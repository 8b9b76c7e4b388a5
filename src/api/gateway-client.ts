import type { Answer, Answerer, AnswerEvent, AnswerRequest } from '#contract/answers.ts';
import { answerSchema } from '#contract/answers.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { capabilitiesSchema } from '#contract/capabilities.ts';
import type { EndpointId, PathValues } from '#contract/endpoints.ts';
import { ENDPOINTS, pathOf } from '#contract/endpoints.ts';
import type { Consumption } from '#contract/envelope.ts';
import { envelope, parseConsumption } from '#contract/envelope.ts';
import type { Explanation } from '#contract/explanations.ts';
import { explanationSchema } from '#contract/explanations.ts';
import {
  type AnswerKind,
  HEADERS,
  type ChargeFigure,
  type SentenceSupport,
  parseAnswerKind,
  parseCharge,
  parseIndexes,
  parseMoreTitles,
  parseSupport,
  parseText,
  parseTitles,
} from '#contract/headers.ts';
import type {
  DeletionReceipt,
  KnowledgeUnit,
  Registration,
  UnitList,
  UnitUpdate,
} from '#contract/knowledge.ts';
import { deletionReceiptSchema, registrationResponseSchema, unitSchema } from '#contract/knowledge.ts';
import { ContractMismatch, parseResponse } from '#contract/mismatch.ts';
import type { Session } from '#contract/session.ts';
import { sessionSchema } from '#contract/session.ts';
import type { KnowledgeSummary, PassageView, UnitDetails, UnitState } from '#contract/unit-states.ts';
import {
  knowledgeSummarySchema,
  passagePageSchema,
  unitDetailsSchema,
  unitStatesSchema,
} from '#contract/unit-states.ts';
import type { UploadResult } from '#contract/uploads.ts';
import * as z from 'zod/mini';
import type { AlertsClient } from './alerts-client.ts';
import { createAlertsClient } from './alerts-client.ts';
import { readAnswerEvents } from './answer-stream.ts';
import type { AuditClient } from './audit-client.ts';
import { createAuditClient } from './audit-client.ts';
import type { BotsClient } from './bots-client.ts';
import { createBotsClient } from './bots-client.ts';
import type { ChatClient } from './chat-client.ts';
import { createChatClient } from './chat-client.ts';
import type { Connection } from './connection.ts';
import { GatewayError, NotJson, Unauthorized } from './errors.ts';
import type { CallOptions, HttpOptions, Reply } from './http.ts';
import { createHttp } from './http.ts';
import type { KeysClient } from './keys-client.ts';
import { createKeysClient } from './keys-client.ts';
import type { ModelsClient } from './models-client.ts';
import { createEmbeddingsClient, type EmbeddingsClient } from './embeddings-client.ts';
import { createModelsClient } from './models-client.ts';
import type { UnitQuery } from './page-units.ts';
import { readUnitList } from './read-unit-list.ts';
import type { SpeechClient } from './speech-client.ts';
import { createSpeechClient } from './speech-client.ts';
import type { Calls, SynonymsClient } from './synonyms-client.ts';
import { createSynonymsClient } from './synonyms-client.ts';
import type { UploadOptions } from './upload.ts';
import { uploadFile } from './upload.ts';
import type { UsageClient } from './usage-client.ts';
import { createUsageClient } from './usage-client.ts';

export type AskOptions = {
  signal?: AbortSignal | undefined;
  answerer?: Answerer | undefined;
  /** Asks a stream to tell who answers and what supports each sentence. Only of a gateway known to understand it. */
  detailed?: boolean | undefined;
};
export type WholeAnswer = {
  answer: Answer;
  consumption: Consumption;
  /** Titles that were named but not searched. */
  skipped: string[];
  requestId: string | null;
  /** Whether the answer is quoted or none was found, and which documents it quotes; null where the gateway does not say. */
  kind: AnswerKind | null;
  quoted: number[];
  /** The model that wrote it; why a quotation stands in for one; what was searched in place of the question. Null: none. */
  model: string | null;
  fallback: string | null;
  search: string | null;
  /** What supports each sentence that a model wrote. */
  sentences: SentenceSupport[];
  /** What the call cost, as the gateway itself says; null where it does not, as before a stream ends. */
  charge: ChargeFigure | null;
  seconds: number;
};
export type StreamedAnswer = {
  /** Resolves when the gateway has begun to answer. */
  opened: Promise<Omit<WholeAnswer, 'answer' | 'consumption' | 'seconds'>>;
  /** To be read once; leaving it ends the request. */
  events: AsyncIterable<AnswerEvent>;
};

/** The gateway as the dashboard sees it. `null` means: this gateway has no such endpoint. */
export type GatewayClient = {
  capabilities: () => Promise<Capabilities | null>;
  upload: (file: File, options?: UploadOptions) => Promise<UploadResult>;
  /** Without an id in the answer, the unit is looked for by its title; none found: no id. */
  registerUnit: (
    registration: Registration,
    options?: { idempotencyKey?: string },
  ) => Promise<{ id?: number }>;
  getUnit: (id: number) => Promise<KnowledgeUnit>;
  listUnits: (query: UnitQuery) => Promise<UnitList | null>;
  unitStates: (ids: readonly number[]) => Promise<UnitState[] | null>;
  unitDetails: (id: number) => Promise<UnitDetails | null>;
  unitPassages: (
    id: number,
    page: { offset: number; limit: number },
  ) => Promise<{ items: PassageView[]; total: number } | null>;
  summary: () => Promise<KnowledgeSummary | null>;
  updateUnit: (id: number, change: UnitUpdate, etag?: string) => Promise<void>;
  deleteUnit: (id: number, options?: { forever?: boolean }) => Promise<DeletionReceipt>;
  restoreUnit: (id: number) => Promise<void>;
  reindexUnit: (id: number) => Promise<void>;
  answer: (request: AnswerRequest, options?: AskOptions) => Promise<WholeAnswer>;
  streamAnswer: (request: AnswerRequest, options?: AskOptions) => StreamedAnswer;
  /** Why the same request is answered as it is. Not charged. */
  explain: (request: AnswerRequest, options?: AskOptions) => Promise<Explanation | null>;
  chat: ChatClient;
  synonyms: SynonymsClient;
  speech: SpeechClient;
  audit: AuditClient;
  usage: UsageClient;
  session: () => Promise<Session | null>;
  /** Revokes the key of this connection. */
  signOut: () => Promise<void>;
  keys: KeysClient;
  bots: BotsClient;
  alerts: AlertsClient;
  embeddings: EmbeddingsClient;
  models: ModelsClient;
  /** Where a source's `content` leads; '' when that is no web address. */
  fileHref: (content: string) => string;
};

export type GatewayClientOptions = HttpOptions & {
  /** Told of every unit that was registered or read here, for gateways that cannot list them. */
  onUnit?: ((unit: { id: number; title: string; description: string }) => void) | undefined;
  onUnitGone?: ((id: number) => void) | undefined;
};

/** An answer by which a gateway says that it does not know the endpoint, rather than that something is wrong. */
function isAbsent(error: unknown): boolean {
  if (error instanceof NotJson) return true;
  if (!(error instanceof GatewayError)) return false;
  if (error.fault !== undefined)
    return error.fault === 'no-such-endpoint' || error.fault === 'method-not-allowed';
  return [400, 404, 405, 501].includes(error.status);
}

/** The titles that were named; a long header only counts the last of them. */
function skippedOf(header: string | null): string[] {
  const more = parseMoreTitles(header);
  return more === 0 ? parseTitles(header) : [...parseTitles(header), `+${more}`];
}

export function createGatewayClient(
  connection: Connection,
  options: GatewayClientOptions = {},
): GatewayClient {
  const http = createHttp(connection, options);
  const botId = connection.bot;
  const absent = new Set<EndpointId>();

  const call = <Id extends EndpointId>(
    id: Id,
    values: PathValues<Id>,
    more: Omit<CallOptions, 'method' | 'path'> = {},
  ): Promise<Reply> => {
    const { method, ledger } = ENDPOINTS[id];
    return http.call({ ...more, method, ledger, path: pathOf(id, values) });
  };

  const unwrap = <Schema extends z.ZodMiniType>(id: EndpointId, schema: Schema, body: unknown) =>
    parseResponse(id, envelope(schema), body) as { Response: z.output<Schema>; Consumption: string };

  /** A read of an extension: null when this gateway does not have it, which is asked once. */
  const extension = async <Id extends EndpointId, Schema extends z.ZodMiniType>(
    id: Id,
    values: PathValues<Id>,
    schema: Schema,
    query?: CallOptions['query'],
  ): Promise<z.output<Schema> | null> => {
    if (absent.has(id)) return null;
    try {
      const { body } = await call(id, values, query === undefined ? {} : { query });
      return unwrap(id, schema, body).Response;
    } catch (error) {
      if (!isAbsent(error)) throw error;
      absent.add(id);
      return null;
    }
  };

  const calls: Calls = {
    extension,
    send: async (id, values, schema, more) =>
      unwrap(id, schema, (await call(id, values, more)).body).Response,
    file: async (id, values, query) => {
      const order = { method: ENDPOINTS[id].method, path: pathOf(id, values), timeout: false as const };
      const response = await http.open(query === undefined ? order : { ...order, query });
      try {
        return await response.blob();
      } catch (error) {
        throw await http.failure(error);
      }
    },
  };

  const listUnits: GatewayClient['listUnits'] = async (query) => {
    if (absent.has('listUnits')) return null;
    try {
      const { body } = await call(
        'listUnits',
        { botId },
        { query: { ...query, search: query.search || undefined } },
      );
      const list = readUnitList(body, query);
      if (list === null) absent.add('listUnits');
      return list;
    } catch (error) {
      if (!isAbsent(error)) throw error;
      absent.add('listUnits');
      return null;
    }
  };

  const findByTitle = async (title: string): Promise<number | undefined> => {
    const query: UnitQuery = { search: title.slice(0, 200), offset: 0, limit: 100, sort: '-createdOn' };
    const list = await listUnits(query).catch(() => null);
    return list?.items.find((unit) => unit.title.normalize() === title.trim().normalize())?.id;
  };

  const ask = (
    request: AnswerRequest,
    id: 'answer' | 'streamAnswer',
    { signal, answerer, detailed }: AskOptions,
  ) => ({
    method: ENDPOINTS[id].method,
    path: pathOf(id, {}),
    json: { ...request, IsStream: id === 'streamAnswer' },
    timeout: false as const,
    signal,
    headers: {
      [HEADERS.answerer]: answerer,
      [HEADERS.answerDetail]: detailed === true ? 'events' : undefined,
    },
  });
  const heading = (headers: Headers) => ({
    skipped: skippedOf(headers.get(HEADERS.skippedIndexes)),
    requestId: headers.get(HEADERS.requestId),
    kind: parseAnswerKind(headers.get(HEADERS.answerKind)),
    quoted: parseIndexes(headers.get(HEADERS.quotedDocuments)),
    model: parseText(headers.get(HEADERS.answerModel)),
    fallback: headers.get(HEADERS.answerFallback),
    search: parseText(headers.get(HEADERS.answerSearch)),
    sentences: parseSupport(headers.get(HEADERS.answerSupport)),
    charge: parseCharge(headers.get(HEADERS.charge)),
  });

  return {
    listUnits,
    capabilities: async () => {
      try {
        const { body } = await call('capabilities', {});
        return unwrap('capabilities', capabilitiesSchema, body).Response;
      } catch (error) {
        const silent = error instanceof ContractMismatch || error instanceof NotJson;
        const refused = error instanceof GatewayError && !(error instanceof Unauthorized);
        const busy = error instanceof GatewayError && [429, 502, 503, 504].includes(error.status);
        if (silent || (refused && !busy)) return null;
        throw error;
      }
    },
    upload: (file, upload) => uploadFile(http, file, upload),
    registerUnit: async (registration, { idempotencyKey } = {}) => {
      const { body } = await call(
        'registerUnit',
        { botId },
        { json: registration, timeout: 60_000, headers: { [HEADERS.idempotencyKey]: idempotencyKey } },
      );
      const { Response: registered } = unwrap('registerUnit', registrationResponseSchema, body);
      const id = registered.id ?? (await findByTitle(registration.title));
      if (id === undefined) return {};
      options.onUnit?.({ id, title: registration.title, description: registration.description ?? '' });
      return { id };
    },
    getUnit: async (knowledgeId) => {
      const { body } = await call('getUnit', { knowledgeId });
      const unit = parseResponse('getUnit', unitSchema, body);
      options.onUnit?.(unit);
      return unit;
    },
    unitStates: async (ids) => {
      if (ids.length === 0) return [];
      const states = await extension('unitStates', { botId }, unitStatesSchema, { ids: ids.join(',') });
      return states?.items ?? null;
    },
    unitDetails: (knowledgeId) => extension('unitDetails', { botId, knowledgeId }, unitDetailsSchema),
    unitPassages: (knowledgeId, page) =>
      extension('unitPassages', { botId, knowledgeId }, passagePageSchema, page),
    summary: () => extension('knowledgeSummary', { botId }, knowledgeSummarySchema),
    updateUnit: async (knowledgeId, change, etag) => {
      await call('updateUnit', { botId, knowledgeId }, { json: change, headers: { 'If-Match': etag } });
    },
    deleteUnit: async (knowledgeId, { forever = false } = {}) => {
      const query = forever ? { forever: 'true' } : {};
      const { body } = await call('deleteUnit', { botId, knowledgeId }, { query });
      options.onUnitGone?.(knowledgeId);
      return unwrap('deleteUnit', deletionReceiptSchema, body).Response;
    },
    restoreUnit: async (knowledgeId) => {
      await call('restoreUnit', { botId, knowledgeId });
    },
    reindexUnit: async (knowledgeId) => {
      await call('reindexUnit', { botId, knowledgeId });
    },
    answer: async (request, asked = {}) => {
      const start = performance.now();
      const { body, headers } = await http.call(ask(request, 'answer', asked));
      const seconds = (performance.now() - start) / 1000;
      const { Response: answer, Consumption: text } = unwrap('answer', answerSchema, body);
      const consumption = parseConsumption(text) ?? { used: 0, total: 0 };
      return { answer, consumption, seconds, ...heading(headers) };
    },
    streamAnswer: (request, asked = {}) => {
      const controller = new AbortController();
      const signal =
        asked.signal === undefined ? controller.signal : AbortSignal.any([asked.signal, controller.signal]);
      const response = http.open(ask(request, 'streamAnswer', { ...asked, signal }));
      const opened = response.then(({ headers }) => heading(headers));
      // Whoever reads only the events learns of a failure there.
      opened.catch(() => undefined);
      const events = (async function* () {
        try {
          const answered = await response;
          const requestId = answered.headers.get(HEADERS.requestId) ?? undefined;
          yield* readAnswerEvents('streamAnswer', answered, requestId, http.tap);
        } finally {
          controller.abort();
        }
      })();
      return { opened, events };
    },
    explain: async (request, { signal, answerer } = {}) => {
      if (absent.has('explainAnswer')) return null;
      const headers = { [HEADERS.answerer]: answerer };
      try {
        const { body } = await call('explainAnswer', {}, { json: request, signal, headers });
        return unwrap('explainAnswer', explanationSchema, body).Response;
      } catch (error) {
        if (!isAbsent(error)) throw error;
        absent.add('explainAnswer');
        return null;
      }
    },
    chat: createChatClient(connection, http),
    synonyms: createSynonymsClient(botId, calls),
    speech: createSpeechClient(connection, http, calls),
    audit: createAuditClient(botId, calls),
    usage: createUsageClient(botId, extension),
    session: () => extension('session', {}, sessionSchema),
    signOut: async () => {
      await call('signOut', {});
    },
    keys: createKeysClient(calls),
    bots: createBotsClient(calls),
    alerts: createAlertsClient(botId, calls),
    embeddings: createEmbeddingsClient(botId, calls),
    models: createModelsClient(botId, calls),
    fileHref: (content) => {
      if (!URL.canParse(content, http.base)) return '';
      const url = new URL(content, http.base);
      return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
    },
  };
}
