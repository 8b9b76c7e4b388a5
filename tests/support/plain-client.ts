/** The few calls that crash tests and benchmarks make of a gateway over HTTP, checked by the contract. */

import * as z from 'zod/mini';
import { deliverySchema, webhookResultSchema } from '#contract/alerts.ts';
import { answerSchema } from '#contract/answers.ts';
import { botSchema, type NewBot, type PublishingRule } from '#contract/bots.ts';
import { envelope } from '#contract/envelope.ts';
import { createdKeySchema, type NewKey } from '#contract/keys.ts';
import { type FileObject, registrationResponseSchema, unitListSchema } from '#contract/knowledge.ts';
import { type NewTest, testResultSchema } from '#contract/tests.ts';
import {
  knowledgeSummarySchema,
  passagePageSchema,
  unitDetailsSchema,
  unitStatesSchema,
} from '#contract/unit-states.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { draftListSchema } from '#contract/versions.ts';

/** The gateway answered, but with a fault. */
export class HttpError extends Error {
  constructor(path: string, status: number, body: string) {
    super(`${path}: ${status} ${body}`);
    this.name = 'Refused';
  }
}

export function createPlainClient(origin: string, key: string, bot = 1) {
  const headers = { 'x-user-auth': key, 'x-bot': String(bot) };

  async function call(path: string, init: RequestInit = {}): Promise<unknown> {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const response = await fetch(origin + path, { ...init, headers: all });
    const body = await response.text();
    if (!response.ok) throw new HttpError(path, response.status, body);
    return JSON.parse(body);
  }
  const open = <Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.infer<Schema> =>
    schema.parse(envelope(z.unknown()).parse(body).Response);
  const get = async <Schema extends z.ZodMiniType>(schema: Schema, path: string) =>
    open(schema, await call(path));
  const post = async <Schema extends z.ZodMiniType>(schema: Schema, path: string, body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    return open(schema, await call(path, { ...init, body: JSON.stringify(body) }));
  };

  const put = async (path: string, body: unknown): Promise<void> => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    await call(path, { ...init, body: JSON.stringify(body) });
  };

  async function register(unit: object): Promise<number> {
    const { id } = await post(registrationResponseSchema, `/api/AIKnowledge/${bot}`, unit);
    if (id === undefined) throw new Error('the registration named no id');
    return id;
  }

  return {
    /** The stored file, as registration wants it. */
    async upload(name: string, bytes: Blob): Promise<FileObject> {
      const form = new FormData();
      form.set('Attachment', bytes, name);
      const file = uploadResultSchema.parse(await call('/api/UploadBlob', { method: 'POST', body: form }));
      const { FileName, FileURL: FileUrl, FilePath } = file;
      return { FileName, FileUrl, FilePath, FileSize: bytes.size };
    },
    /** The id of the new unit. */
    register: (title: string, file: FileObject): Promise<number> =>
      register({ title, KnowledgeSource: 0, SourceContent: [file] }),
    /** The id of the new unit. */
    registerUrl: (title: string, url: string): Promise<number> =>
      register({ title, KnowledgeSource: 1, SourceContent: [url] }),
    /** Puts a stored file in the place of a source. */
    replaceSource: (id: number, sourceId: number, file: FileObject) =>
      put(`/api/AIKnowledge/${bot}/${id}/sources/${sourceId}`, { KnowledgeSource: 0, SourceContent: file }),
    /** Puts a stored file in the place of all sources, as documented. */
    update: (id: number, file: FileObject) =>
      put(`/api/AIKnowledge/${bot}/${id}`, { KnowledgeSource: 0, SourceContent: [file] }),
    setRules: (rules: { personChanges?: PublishingRule; ownChanges?: PublishingRule }) =>
      put(`/api/Bots/${bot}`, rules),
    sources: (id: number) =>
      get(unitDetailsSchema, `/api/AIKnowledge/${bot}/${id}/details`).then(({ sources }) => sources),
    list: () => get(unitListSchema, `/api/AIKnowledge/all/${bot}?limit=100`),
    states: (ids: readonly number[]) =>
      get(unitStatesSchema, `/api/AIKnowledge/${bot}/states?ids=${ids.join()}`).then(({ items }) => items),
    passages: (id: number) => get(passagePageSchema, `/api/AIKnowledge/${bot}/${id}/passages?limit=100`),
    summary: () => get(knowledgeSummarySchema, `/api/AIKnowledge/${bot}/summary`),
    answer: (Question: string, IndexNames: string[]) =>
      post(answerSchema, '/api/v1/RAG/Answer', { Question, IndexNames }),
    /** The id of the new key. */
    createKey: async (wanted: NewKey) => (await post(createdKeySchema, '/api/Keys', wanted)).view.id,
    /** The new key itself. */
    createSecret: async (wanted: NewKey) => (await post(createdKeySchema, '/api/Keys', wanted)).key,
    addTest: (wanted: NewTest) => post(testResultSchema, `/api/Tests/${bot}`, wanted),
    drafts: () => get(draftListSchema, `/api/Drafts/${bot}?limit=100`).then(({ items }) => items),
    async refresh(id: number): Promise<void> {
      await call(`/api/AIKnowledge/${bot}/${id}/reindex`, { method: 'POST' });
    },
    /** The id of the new bot. */
    createBot: async (wanted: NewBot) => (await post(botSchema, '/api/Bots', wanted)).id,
    /** The id of the new webhook. */
    addWebhook: async (wanted: { name: string; url: string }) =>
      (await post(webhookResultSchema, `/api/Alerts/${bot}/webhooks`, wanted)).webhook.id,
    testWebhook: (id: number) => post(deliverySchema, `/api/Alerts/${bot}/webhooks/${id}/test`, {}),
    async download(address: string): Promise<Uint8Array> {
      const response = await fetch(address, { headers });
      if (!response.ok) throw new HttpError(address, response.status, await response.text());
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

export type PlainClient = ReturnType<typeof createPlainClient>;
