/** What leaves for a gateway that announces nothing: the headers and fields that the interface names, and no others. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Capabilities } from '#contract/capabilities.ts';
import { HEADERS } from '#contract/headers.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import type { FieldNames } from '#contract/unnamed-fields.ts';
import { answerHeaders, fetchAnswer } from '#src/api/client/answers.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { buildCurlCommand } from '#src/api/client/request-snippets.ts';
import { openTranscriptStream, type TranscriptionRequest } from '#src/api/client/speech.ts';
import { addUnit } from '#src/api/client/units.ts';
import { uploadFile } from '#src/api/client/upload-file.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

const CHAT = ['Message', 'Config', 'PromptStyle'];
const ANSWER = ['Question', 'IndexNames', 'Limit', 'Temperature', 'MaxOutputTokens', 'IsStream'];
const SPEECH = [
  'Record',
  'RecordUrl',
  'SessionId',
  'ModelName',
  'SetDefaultSampleRate',
  'SampleRate',
  'MaxRecordLengthInSeconds',
  'TargetLanguage',
];
/** Sections 2 and 4: the fields of each endpoint. */
const NAMED_FIELDS: Partial<Record<OperationId, readonly string[]>> = {
  chat: CHAT,
  streamChat: CHAT,
  registerUnit: ['title', 'description', 'KnowledgeSource', 'SourceContent'],
  upload: ['Attachment', 'Model.FileType', 'ConvertAttachmentTo', 'EncryptFileName'],
  getUnit: [],
  answer: ANSWER,
  streamAnswer: ANSWER,
  streamTranscribe: [...SPEECH, 'SourceLanguage', 'TaskType', 'OutputFormat'],
  transcribe: SPEECH,
};
/** Section 5, and what every browser may send. */
const NAMED_HEADERS = ['x-user-auth', 'x-bot', 'content-type', 'accept', 'accept-language'];

type Recipient = { announces?: boolean; fieldNames?: FieldNames };

/** A client whose requests are kept, each refused at once. */
function createRecorder({ announces = false, fieldNames }: Recipient = {}) {
  const sent: Request[] = [];
  const client = createGatewayClient(
    { ...CONNECTION, ...(fieldNames && { fieldNames }) },
    {
      readCapabilities: () => Promise.resolve(announces ? ({} as Capabilities) : null),
      fetch: (input, init) => {
        sent.push(new Request(input, init));
        return Promise.resolve(new Response('{}', { status: 500 }));
      },
    },
  );
  return { client, sent };
}

/** The fields of an object, or of each variant of one. */
function namesIn(schema: z.ZodMiniType): string[] {
  const { properties = {}, oneOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const variants = oneOf.flatMap((variant) =>
    Object.keys((typeof variant === 'object' ? variant.properties : undefined) ?? {}),
  );
  return [...new Set([...Object.keys(properties), ...variants])];
}

/** Every header of ours, and every field of a JSON body. */
function everythingOf(id: OperationId) {
  const { body }: Operation = OPERATIONS[id];
  const { key: _key, bot: _bot, ...extra } = HEADERS;
  return {
    params: { knowledgeId: 7 },
    headers: Object.fromEntries(Object.values(extra).map((name) => [name, '4'])),
    ...(body.form === 'json'
      ? { body: Object.fromEntries(namesIn(body.schema).map((name) => [name, 'قيمة'])) }
      : {}),
  };
}

async function send(id: OperationId, recipient?: Recipient): Promise<Request> {
  const { client, sent } = createRecorder(recipient);
  const request = await client.buildRequest(OPERATIONS[id], everythingOf(id));
  await client.http.request(request).catch(() => undefined);
  return sent[0] as Request;
}

const fieldsOf = async (request: Request) => Object.keys((await request.json()) as object);
const headersOf = ({ headers }: Request) => [...headers.keys()];
const beyond = (names: readonly string[], named: readonly string[] = []) =>
  names.filter((name) => !named.includes(name));

describe('a gateway that announces nothing', () => {
  test('has a row for every documented operation', () => {
    const documented = OPERATION_IDS.filter((id) => OPERATIONS[id].kind === 'documented');
    expect(documented.toSorted()).toEqual(Object.keys(NAMED_FIELDS).toSorted());
  });

  test.each(OPERATION_IDS)('%s: gets no header that the interface does not name', async (id) => {
    expect(beyond(headersOf(await send(id)), NAMED_HEADERS)).toEqual([]);
  });

  test.each(Object.keys(NAMED_FIELDS) as OperationId[])('%s: gets the named fields alone', async (id) => {
    const request = await send(id);
    if (OPERATIONS[id].body.form !== 'json') return;
    expect((await fieldsOf(request)).toSorted()).toEqual(NAMED_FIELDS[id]?.toSorted());
  });

  test('gets the forms of speech and upload with named fields alone', async () => {
    const { client, sent } = createRecorder();
    const sound = { file: new File(['صوت'], 'صوت.wav') };
    const request: TranscriptionRequest = {
      sound,
      model: 'v1',
      sessionId: 's',
      sampleRate: 16_000,
      maxSeconds: 5,
      targetLanguage: 'ar',
      sourceLanguage: 'ar',
      task: 'Transcript',
    };
    await openTranscriptStream(client, request).opened.catch(() => undefined);
    expect(
      beyond([...((await sent[0]?.formData()) ?? new FormData()).keys()], NAMED_FIELDS.streamTranscribe),
    ).toEqual([]);
    const uploaded = await sendUpload(createRecorder().client);
    expect(beyond(uploaded.fields, NAMED_FIELDS.upload)).toEqual([]);
    expect(beyond(uploaded.headers, NAMED_HEADERS)).toEqual([]);
  });

  test('gets a registration without an idempotency key, and a question without an answerer', async () => {
    const { client, sent } = createRecorder();
    const unit = { title: 'دليل', KnowledgeSource: 1, SourceContent: ['https://example.org/'] } as const;
    await addUnit(client, { ...unit, SourceContent: [...unit.SourceContent] }, { idempotencyKey: 'k' }).catch(
      () => undefined,
    );
    await fetchAnswer(client, { Question: 'كم؟' }, { answerer: 'none' }).catch(() => undefined);
    expect(sent).toHaveLength(2);
    for (const request of sent) expect(beyond(headersOf(request), NAMED_HEADERS)).toEqual([]);
  });

  test('gets a field under the name that its connection gives', async () => {
    const fieldNames = { ChatHistory: 'الرسائل' };
    const chat = await fieldsOf(await send('chat', { fieldNames }));
    expect(beyond(chat, CHAT)).toEqual(['الرسائل']);
    expect(beyond(await fieldsOf(await send('answer', { fieldNames })), ANSWER)).toEqual([]);
  });
});

test('sends a gateway that announces capabilities all that an operation reads, and no more', async () => {
  const announces = true;
  const registered = headersOf(await send('registerUnit', { announces }));
  expect(beyond(registered, NAMED_HEADERS)).toEqual(['idempotency-key', 'x-knowledge']);
  const response = await send('streamAnswer', { announces, fieldNames: { MaxLimit: 'unused' } });
  expect(beyond(headersOf(response), NAMED_HEADERS)).toEqual([
    'x-answer-detail',
    'x-answerer',
    'x-knowledge',
    'x-run',
  ]);
  expect(beyond(await fieldsOf(response), ANSWER)).toEqual(['MaxLimit', 'UpdateGlobal']);
  expect((await sendUpload(createRecorder({ announces }).client)).headers).toContain('idempotency-key');
});

test.each([true, false])('copies what is sent as a command: announced %s', (announced) => {
  const input = {
    body: { Question: 'كم؟', MaxLimit: 5, IsStream: true },
    headers: answerHeaders({ answerer: 'extractive' }),
  };
  const command = buildCurlCommand(OPERATIONS.streamAnswer, input, { connection: CONNECTION, announced });
  expect(command.includes('X-Answerer')).toBe(announced);
  expect(command.includes('"MaxLimit":5')).toBe(announced);
  expect(command).toContain('"Question":"كم؟"');
});

/** Stands for the browser's own, which Node has not: keeps what an upload sends. */
class RecordingXhr extends EventTarget {
  static last: RecordingXhr;
  readonly upload = new EventTarget();
  readonly headers: string[] = [];
  fields: string[] = [];
  status = 500;
  responseText = '{}';
  open(): void {
    RecordingXhr.last = this;
  }
  setRequestHeader(name: string): void {
    this.headers.push(name.toLowerCase());
  }
  getAllResponseHeaders(): string {
    return '';
  }
  send(form: FormData): void {
    this.fields = [...form.keys()];
    this.dispatchEvent(new Event('load'));
  }
}
afterEach(() => void vi.unstubAllGlobals());

async function sendUpload(client: ReturnType<typeof createRecorder>['client']): Promise<RecordingXhr> {
  vi.stubGlobal('XMLHttpRequest', RecordingXhr);
  const options = { idempotencyKey: 'k', convertTo: 'txt', encryptName: true } as const;
  await uploadFile(client, new File(['نص'], 'نص.txt'), options).catch(() => undefined);
  return RecordingXhr.last;
}
