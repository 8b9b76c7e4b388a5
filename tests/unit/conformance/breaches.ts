/** Breaches of the interface, with the checks that find each breach; a run combines only independent breaches. */
import { TEST_KEY } from '#tests/support/gateway.ts';
import { type Breach, type Json, refuse, sayEvents, sayJson, sayResponse, take } from './bend.ts';

const hasConfig = (name: string, value: unknown) => (body: Json) =>
  (body['Config'] as Json | undefined)?.[name] === value;
const documentsOf = (response: Json) => response['retrieved_documents'] as Json[];
const withDocuments = (change: (document: Json) => Json) =>
  sayResponse((response) => ({ ...response, retrieved_documents: documentsOf(response).map(change) }));
const isLast = (index: number, events: readonly Json[]) => index === events.length - 1;

/** Each on its own field or endpoint. */
const FIELDS: Breach[] = [
  {
    on: 'upload',
    say: sayJson((body) => ({ ...body, FileMimeType: 3 })),
    fails: ['upload.FileMimeType'],
  },
  {
    on: 'registerUnit',
    say: sayJson((body) => ({ ...body, StatusCode: undefined })),
    fails: ['register.StatusCode'],
  },
  {
    on: 'getUnit',
    say: sayJson((body) => ({ ...body, createdOn: '2026/11/21' })),
    fails: ['unit.createdOn'],
  },
  { on: 'getUnit', say: sayJson((body) => ({ ...body, botId: '1' })), fails: ['unit.botId'] },
  { on: 'getUnit', say: sayJson((body) => ({ ...body, title: 'آخر' })), fails: ['unit.title.same'] },
  {
    on: 'answer',
    say: withDocuments((document) => ({ ...document, score: String(document['score']) })),
    fails: ['answer.Response.retrieved_documents[].score'],
  },
  {
    on: 'answer',
    say: withDocuments(({ metadata, ...document }) => ({
      ...document,
      metadata: { file_id: (metadata as Json)['file_id'], SectionTitle: '' },
    })),
    fails: ["answer.Response.retrieved_documents[].metadata['Section Title']"],
  },
  {
    on: 'chat',
    say: sayResponse((response) => ({
      ...response,
      metadata: { ...(response['metadata'] as Json), generation_time: '1 s' },
    })),
    fails: ['chat.Response.metadata.generation_time'],
  },
  { on: 'chat', say: sayJson((body) => ({ ...body, Consumption: '50 %' })), fails: ['chat.Consumption'] },
  {
    on: 'streamChat',
    say: sayEvents((events) =>
      events.map(({ chunk, ...event }) => (chunk === undefined ? event : { ...event, content: chunk })),
    ),
    fails: ['chat-stream.chunk'],
  },
  {
    on: 'streamChat',
    say: sayEvents((events) => events.map((event) => ({ ...event, consumption: undefined }))),
    fails: ['chat-stream.final.consumption'],
  },
  { on: 'transcribe', say: sayResponse((response) => ({ text: response })), fails: ['speech.Response'] },
  {
    on: 'streamTranscribe',
    say: sayEvents((events) =>
      events.map((event) => ('status' in event ? { ...event, status: 'done' } : event)),
    ),
    fails: ['speech-stream.complete'],
  },
  {
    on: 'streamTranscribe',
    say: sayEvents((events) =>
      events.map((event) => ('duration' in event ? { ...event, duration: 2300 } : event)),
    ),
    fails: ['speech-stream.duration.record'],
  },
];

/** Each on its own rule about requests, statuses and forms. */
const RULES: Breach[] = [
  {
    on: 'chat',
    hear: (_, headers) => {
      if (headers.get('x-user-auth') === null) headers.set('x-user-auth', TEST_KEY);
      return undefined;
    },
    fails: ['auth.chat.missing-key'],
  },
  {
    on: 'answer',
    say: (said) => (said.status === 401 ? { text: said.text.replace('Invalid', 'Wrong') } : undefined),
    fails: ['auth.answer.sample'],
  },
  {
    on: 'streamChat',
    say: (said) => (said.status === 401 ? { status: 403 } : undefined),
    fails: ['auth.streamChat.missing-key', 'auth.streamChat.wrong-key'],
  },
  {
    on: 'upload',
    say: (said) => (said.text.includes('rtf') ? { status: 415 } : undefined),
    fails: ['upload.rtf', 'met.errors'],
  },
  {
    on: 'upload',
    say: (said, body) =>
      body['EncryptFileName'] === 'true'
        ? { text: said.text.replace(/"FilePath":"/, '$&sirri/') }
        : undefined,
    fails: ['upload.EncryptFileName.hides'],
  },
  {
    on: 'registerUnit',
    hear: take((body) => 'KnowledgeSource' in body && !('title' in body) && !('Title' in body), {
      title: 'fihrist-check',
    }),
    takes: ['register.title.missing'],
  },
  { on: 'answer', hear: take(({ Limit }) => Limit === 51, { Limit: 50 }), takes: ['answer.Limit.above'] },
  { on: 'answer', hear: take(({ Limit }) => Limit === 1, { Limit: 10 }), fails: ['answer.Limit.honoured'] },
  { on: 'answer', say: refuse(({ Temperature }) => Temperature === 1), fails: ['answer.Temperature.1'] },
  {
    on: 'streamAnswer',
    hear: take(({ IsStream }) => IsStream === false, { IsStream: true }),
    takes: ['answer-stream.IsStream.false'],
  },
  {
    on: 'streamAnswer',
    say: (said) => (said.status === 200 ? { text: `${said.text}data: [DONE]\n\n` } : undefined),
    fails: ['answer-stream.lines'],
  },
  {
    on: 'streamAnswer',
    say: (said) => (said.status === 400 ? { type: 'text/event-stream' } : undefined),
    fails: ['answer-stream.error.type'],
  },
  {
    on: 'chat',
    hear: take(({ PromptStyle }) => PromptStyle === 6, { PromptStyle: 5 }),
    takes: ['chat.PromptStyle.above'],
  },
  {
    on: 'chat',
    hear: ({ message, ...body }) => (message === undefined ? undefined : { ...body, Message: message }),
    takes: ['chat.Message.case'],
  },
  { on: 'chat', say: refuse(hasConfig('Temperature', 1)), fails: ['chat.Temperature.1'] },
  {
    on: 'transcribe',
    hear: take(({ ModelName }) => ModelName === 'v9', { ModelName: 'v2' }),
    takes: ['speech.ModelName.other'],
  },
  {
    on: 'transcribe',
    hear: take((body) => body['SetDefaultSampleRate'] === undefined && body['SampleRate'] === undefined, {
      SetDefaultSampleRate: 'true',
    }),
    takes: ['speech.SampleRate.none'],
  },
  {
    on: 'transcribe',
    say: (said) => (said.status === 400 ? { text: 'Bad Request', type: 'text/plain' } : undefined),
    fails: ['speech.error.type'],
  },
  {
    on: 'streamTranscribe',
    say: sayEvents((events) => events.toSorted((a, b) => Number('partial' in a) - Number('partial' in b))),
    fails: ['speech-stream.order'],
  },
];

/** Each takes an endpoint, or what many checks start from: what depends on it is not reported as failed too. */
const WHOLE: Breach[] = [
  {
    on: 'streamChat',
    say: sayEvents((events) => events.filter((_, index) => !isLast(index, events))),
    fails: ['chat-stream.final'],
  },
  {
    on: 'streamTranscribe',
    say: () => ({ status: 404, type: 'text/html', text: '<h1>Not Found</h1>' }),
    fails: ['paths.streamTranscribe'],
  },
  {
    on: 'upload',
    say: sayJson((body) => ({ StatusCode: 200, Response: body, Consumption: '0/0' })),
    fails: ['upload.not-wrapped'],
  },
  {
    on: 'chat',
    say: sayJson((body) => ({ ...body, Consumption: '7/100' })),
    fails: ['chat.Consumption.grows'],
  },
  {
    on: 'transcribe',
    say: (said) => (said.status === 200 ? { status: 500 } : undefined),
    fails: ['speech.ok', 'met.500'],
  },
];

/** In another wrapping than the interface has. */
const WRAPPINGS: Breach[] = [
  {
    on: 'getUnit',
    say: sayJson((body) => ({ StatusCode: 200, Response: body, Consumption: '0/0' })),
    fails: ['unit.not-wrapped'],
  },
  {
    on: 'streamChat',
    say: (said) => (said.status === 200 ? { type: 'text/plain' } : undefined),
    fails: ['chat-stream.type'],
  },
];

/** Passages of all units, regardless of the named ones: for this breach only questions and their prerequisites are checked. */
const EVERYWHERE: Breach[] = [
  {
    on: 'answer',
    hear: take(
      ({ IndexNames }) =>
        Array.isArray(IndexNames) && IndexNames.length === 1 && typeof IndexNames[0] === 'string',
      {
        IndexNames: undefined,
      },
    ),
    fails: ['answer.IndexNames.first', 'answer.IndexNames.second', 'answer.IndexNames.unknown'],
  },
];

export const RUNS: readonly { name: string; breaches: Breach[]; only?: string[]; isLong?: true }[] = [
  { name: 'fields of responses, rules of requests', breaches: [...FIELDS, ...RULES] },
  { name: 'endpoints as a whole', breaches: WHOLE, isLong: true },
  { name: 'wrappings', breaches: WRAPPINGS, only: ['unit', 'chat-stream'] },
  { name: 'indexes that are not named', breaches: EVERYWHERE, only: ['answer'] },
];
