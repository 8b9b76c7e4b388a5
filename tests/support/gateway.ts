/** A whole gateway in this process: `:memory:` SQLite unless told otherwise, blobs in memory, documents read in place. */

import { hash } from 'node:crypto';
import { createGateway } from '#gateway/app.ts';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { createDataDamage } from '#gateway/core/data-damage.ts';
import { UNKNOWN_DISKS } from '#gateway/core/disk-space.ts';
import type { MediaFetcher, PageFetcher } from '#gateway/core/fetchers.ts';
import type { Log } from '#gateway/core/log.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import { type ReadableFormat, ReadFailure } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { eachBatch, readInBatches } from '#gateway/engine/reading/read-in-batches.ts';
import { renderAs } from '#gateway/engine/rendering.ts';
import { decodeSound } from '#gateway/engine/sound/decode-sound.ts';
import type { KeyRole, StoredKey } from '#gateway/modules/access/model.ts';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';
import { createAlerts } from '#gateway/modules/alerts/services/alerts.ts';
import type { SearchQueue } from '#gateway/modules/answers/services/search-queue.ts';
import {
  createEmbeddings,
  type EmbeddingsOptions,
} from '#gateway/modules/embeddings/services/semantic-index.ts';
import { ACCEPTED_TYPES } from '#gateway/modules/files/adapters/accepted-types.ts';
import { createMemoryBlobs } from '#gateway/modules/files/adapters/blobs-memory.ts';
import { detectType, HEAD_BYTES } from '#gateway/modules/files/adapters/detect-type.ts';
import { createFormDataReader } from '#gateway/modules/files/adapters/form-reader-formdata.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';
import type { DocumentReader } from '#gateway/modules/units/ports/passages.ts';
import { createSha256 } from '#gateway/node/storage/disk/sha256.ts';
import type { GatewaySettings, Ports } from '#gateway/ports.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { checkAnswer } from './check-answer.ts';
import { createInlineIndexer } from './inline-indexer.ts';
import { openTestDatabase } from './open-test-database.ts';

export interface TestGatewayOptions {
  /** The clock's time; change `gateway.time.now` to move it. */
  now?: Date;
  /** Total of the text ledger; null: no ledger at all. Speech and audio have 100,000 each. */
  quota?: number | null;
  settings?: Partial<GatewaySettings>;
  /** Pages that URL sources lead to. */
  pages?: Record<string, string | Uint8Array>;
  /** Pictures and sound by address, with the media type of their server. */
  media?: Record<string, { bytes: Uint8Array; mime: string }>;
  /** Replaces ports, e.g. to make one fail. */
  ports?: (ports: Ports) => Partial<Ports>;
  closing?: AbortSignal;
  /** Nothing runs in the background: `gateway.embedAll` makes the vectors. */
  embeddings?: EmbeddingsOptions;
  /** Bytes that caches hold at most. */
  memoryBytes?: number;
  searches?: SearchQueue;
  /** An open database in place of one in memory; whoever passes it must not use it otherwise. */
  db?: SqlDatabase;
}

export interface LoggedLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  event: string;
  facts: Record<string, unknown>;
}

export const ORIGIN = 'http://gateway.test';
export const TEST_KEY = 'fih_test-key-of-the-owner';

export async function createTestGateway(options: TestGatewayOptions = {}) {
  const time = { now: options.now ?? new Date('2026-11-21T09:00:00Z') };
  const lines: LoggedLine[] = [];
  const observed: MetricEvent[] = [];
  const clock = { now: () => new Date(time.now) };
  const log = recordingLog(lines);
  const db = options.db ?? (await openTestDatabase());
  const memory = options.memoryBytes === undefined ? undefined : createByteBudget(options.memoryBytes);
  const stores = createSqlStores(db, clock, null, undefined, memory);
  const blobs = createMemoryBlobs();
  const settings: GatewaySettings = {
    name: 'Fihrist',
    version: '0.1.0',
    modelFamily: 'Model',
    maxUploadBytes: 5 * 1024 * 1024,
    publicUrl: null,
    allowPrivateUrls: [],
    ocr: false,
    corsOrigins: [],
    concurrency: 20,
    botId: 1,
    quotas: { text: 1_000_000, speech: 100_000, audio: 100_000 },
    modelServers: {},
    signingSecret: crypto.getRandomValues(new Uint8Array(32)),
    sealingKey: crypto.getRandomValues(new Uint8Array(32)),
    ...options.settings,
  };
  const base: Ports = {
    settings,
    clock,
    log,
    // As the product has it: WebCrypto's takes a turn of another thread for each call.
    sha256: (text) => Promise.resolve(hash('sha256', text)),
    createSha256,
    recordMetric: (event) => void observed.push(event),
    blobs,
    diskSpace: UNKNOWN_DISKS,
    dataDamage: createDataDamage({ clock, log }),
    forms: createFormDataReader(),
    types: { headBytes: HEAD_BYTES, accepted: Object.values(ACCEPTED_TYPES), detect: detectType },
    ...stores,
    reader: readInPlace(blobs),
    pages: pagesFrom(options.pages ?? {}),
    media: mediaFrom(options.media ?? {}),
    webhookSender: { post: () => Promise.resolve({ problem: 'unreachable' }) },
    robotVoice: null,
    decoder: decodeInPlace,
    models: createModelClient(),
    checkUrl: (url) => checkUrl(url, settings.allowPrivateUrls),
    wakeIndexer: () => {},
  };
  const ports: Ports = { ...base, ...options.ports?.(base) };
  await ports.bots.createIfMissing({ id: 1, name: 'دليل' }, clock.now());
  await ports.bots.createIfMissing({ id: 2, name: 'Second' }, clock.now());
  const quota = options.quota === undefined ? 1_000_000 : options.quota;
  for (const botId of [1, 2]) {
    if (quota !== null) await ports.ledger.grant(botId, 'text', quota);
    await ports.ledger.grant(botId, 'speech', 100_000);
    await ports.ledger.grant(botId, 'audio', 100_000);
  }
  const alerts = createAlerts(ports);
  const embeddings = createEmbeddings(ports, options.embeddings);
  const app = await createGateway(ports, {
    services: { alerts, embeddings, ...(options.searches ? { searches: options.searches } : {}) },
    ...(options.closing ? { closing: options.closing } : {}),
  });

  /** Makes a key and returns it in clear. */
  async function addKey(
    secret: string,
    key: Partial<StoredKey> & { role?: KeyRole } = {},
  ): Promise<StoredKey> {
    const id = crypto.randomUUID();
    const stored: StoredKey = {
      id,
      hash: hash('sha256', secret),
      prefix: secret.slice(0, 8),
      name: 'اختبار',
      role: 'owner',
      bots: [1],
      allBots: false,
      caps: {},
      family: id,
      rotatedOn: null,
      pausedOn: null,
      createdOn: clock.now(),
      expiresOn: null,
      lastUsedOn: null,
      revokedOn: null,
      createdBy: 'owner',
      person: null,
      ...key,
    };
    await ports.keys.insert(stored);
    return stored;
  }
  await addKey(TEST_KEY);

  /** Calls the app as the owner of bot 1; `headers` come on top, null takes one away. */
  async function call(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string | null>; json?: unknown } = {},
  ): Promise<Response> {
    const { headers = {}, json, ...rest } = init;
    const all = new Headers({ 'x-user-auth': TEST_KEY, 'x-bot': '1' });
    if (json !== undefined) all.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers))
      if (value === null) all.delete(name);
      else all.set(name, value);
    const body = json === undefined ? rest.body : JSON.stringify(json);
    const response = await app.request(ORIGIN + path, {
      ...rest,
      headers: all,
      ...(body === undefined ? {} : { body }),
    });
    return checkAnswer(rest.method ?? 'GET', new URL(ORIGIN + path).pathname, response);
  }

  async function upload(name: string, content: string | Uint8Array, fields: Record<string, string> = {}) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    form.set('Attachment', new File([Uint8Array.from(bytes)], name));
    const response = await call('/api/UploadBlob', { method: 'POST', body: form });
    return { response, size: bytes.byteLength };
  }

  /** Uploads a text, registers it and returns the unit's id; `indexAll` makes it ready. */
  async function addUnit(title: string, content: string | Uint8Array, name = `${title}.md`): Promise<number> {
    const { response, size } = await upload(name, content);
    const file = (await response.json()) as { FileURL: string; FileName: string; FilePath: string };
    if (!response.ok) throw new Error(`upload: ${JSON.stringify(file)}`);
    const registered = await call('/api/AIKnowledge/1', {
      method: 'POST',
      json: {
        title,
        KnowledgeSource: 0,
        SourceContent: [
          { FileName: file.FileName, FileUrl: file.FileURL, FilePath: file.FilePath, FileSize: size },
        ],
      },
    });
    const body = (await registered.json()) as { Response: { id: number } };
    if (!registered.ok) throw new Error(`registration: ${JSON.stringify(body)}`);
    return body.Response.id;
  }

  /** Indexes whatever is queued, in this process and at once. */
  async function indexAll(): Promise<void> {
    const indexer = createInlineIndexer(ports);
    while (await indexer.runOnce());
  }

  /** Makes all vectors that bots of these numbers are waiting for. */
  async function embedAll(...botIds: number[]): Promise<void> {
    for (const botId of botIds.length > 0 ? botIds : [1])
      while (await embeddings.worker.embedNextBatch(botId));
  }

  return {
    app,
    alerts,
    embeddings,
    embedAll,
    ports,
    /** The rows themselves, for what no port tells. */
    db,
    time,
    lines,
    observed,
    call,
    upload,
    addUnit,
    addKey,
    indexAll,
    async close() {
      await alerts.whenIdle();
      await db.close();
    },
  };
}

export type TestGateway = Awaited<ReturnType<typeof createTestGateway>>;

function recordingLog(lines: LoggedLine[]): Log {
  const record =
    (level: LoggedLine['level']) =>
    (event: string, facts: Record<string, unknown> = {}): void =>
      void lines.push({ level, event, facts });
  return { debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') };
}

function readInPlace(blobs: Ports['blobs']): DocumentReader {
  const bytesOf = async (source: { blob: string; sha256?: string }): Promise<Uint8Array> => {
    const opened = await blobs.open(source.blob);
    if (!opened) throw new Error('blob is gone');
    const bytes = new Uint8Array(
      await new Response(opened.stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
    if (source.sha256 !== undefined && hash('sha256', bytes) !== source.sha256)
      throw new ReadFailure('file-changed');
    return bytes;
  };
  return {
    read: async ({ format, name, charset, url, accepted, ...stored }, { onBatch }) => {
      const hint = {
        fileName: name,
        ...(charset === undefined ? {} : { charset }),
        ...(url === undefined ? {} : { pageUrl: url }),
        ...(accepted === undefined ? {} : { accepted }),
      };
      return eachBatch(readInBatches(await bytesOf(stored), format as ReadableFormat, hint), onBatch);
    },
    convert: async ({ format, name, ...stored }, to, write) => {
      const document = await readDocument(await bytesOf(stored), format as ReadableFormat, {
        fileName: name,
      });
      await write(new TextEncoder().encode(renderAs(document, to)));
    },
  };
}

const decodeInPlace: Ports['decoder'] = {
  decode: (record, order, write, signal) =>
    decodeSound(record, order, {
      samples(pcm) {
        signal?.throwIfAborted();
        return write(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      },
      file: (bytes) => write(bytes),
    }),
};

function pagesFrom(pages: Record<string, string | Uint8Array>): PageFetcher {
  return {
    async fetch(url, { write }) {
      const page = pages[url];
      if (page === undefined)
        throw Object.assign(new Error('unreachable'), { code: 'unreachable', parameters: {} });
      await write(typeof page === 'string' ? new TextEncoder().encode(page) : page);
      return { mime: 'text/html', charset: 'utf-8', finalUrl: url };
    },
  };
}

function mediaFrom(media: Record<string, { bytes: Uint8Array; mime: string }>): MediaFetcher {
  const fail = (code: string, parameters: Record<string, string | number> = {}) =>
    Object.assign(new Error(code), { code, parameters });
  return {
    async fetch(url, { accept, maxBytes, signal, allowedHosts = [] }) {
      signal?.throwIfAborted();
      const unlisted = checkHost(url, allowedHosts);
      if (unlisted) throw fail(unlisted.code, unlisted.parameters);
      const page = media[url];
      if (!page) throw fail('unreachable');
      const fits = accept.some((pattern) => page.mime.startsWith(pattern.replace('*', '')));
      if (!fits && page.mime !== 'application/octet-stream')
        throw fail('page-type-not-readable', { mime: page.mime });
      if (page.bytes.byteLength > maxBytes) throw fail('too-large', { limitMb: 1 });
      return { ...page, finalUrl: url };
    },
  };
}
