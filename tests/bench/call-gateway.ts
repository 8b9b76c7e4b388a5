/** The few calls that benches make, over a real port, with a key that the operator chose. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export const BENCH_KEY = 'bench-key-of-the-operator';
const HEADERS = { 'x-user-auth': BENCH_KEY, 'x-bot': '1' };
const READY = 2;
const FAILED = 3;

interface UploadedFile {
  FileURL: string;
  FileName: string;
  FilePath: string;
}

async function check(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

export async function uploadBytes(
  origin: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer> | string,
): Promise<UploadedFile> {
  const form = new FormData();
  form.set('Attachment', new Blob([bytes]), name);
  const response = await fetch(`${origin}/api/UploadBlob`, { method: 'POST', headers: HEADERS, body: form });
  return (await (await check(response)).json()) as UploadedFile;
}

/** Streams a generated file: this process holds a single piece at a time. */
export async function uploadStream(
  origin: string,
  name: string,
  pieces: Iterable<Uint8Array>,
): Promise<UploadedFile> {
  const boundary = 'fihrist-bench-boundary';
  const text = new TextEncoder();
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="Attachment"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`;
  function* body() {
    yield text.encode(part);
    yield* pieces;
    yield text.encode(`\r\n--${boundary}--\r\n`);
  }
  const sending = httpRequest(`${origin}/api/UploadBlob`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  await pipeline(Readable.from(body()), sending);
  const response = await answered;
  const answer = await readText(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${answer}`);
  return JSON.parse(answer) as UploadedFile;
}

/** Any call of the bench's bot; returns what the envelope holds. */
export async function callBot<Answer>(origin: string, path: string, body?: unknown): Promise<Answer> {
  const init = {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return ((await (await check(await fetch(`${origin}${path}`, init))).json()) as { Response: Answer })
    .Response;
}

/** Registers addresses as a unit; returns the id. */
export async function registerUrl(origin: string, title: string, ...urls: string[]): Promise<number> {
  const response = await fetch(`${origin}/api/AIKnowledge/1`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ title, KnowledgeSource: 1, SourceContent: urls }),
  });
  const { Response } = (await (await check(response)).json()) as { Response: { id: number } };
  return Response.id;
}

/** Registers a file as a unit; returns the id. */
export async function registerFile(
  origin: string,
  title: string,
  file: UploadedFile,
  size: number,
): Promise<number> {
  const { FileName, FilePath, FileURL } = file;
  const response = await fetch(`${origin}/api/AIKnowledge/1`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      KnowledgeSource: 0,
      SourceContent: [{ FileName, FilePath, FileUrl: FileURL, FileSize: size }],
    }),
  });
  const { Response } = (await (await check(response)).json()) as { Response: { id: number } };
  return Response.id;
}

/** Asks for the unit every few milliseconds until it has settled; throws when it failed, unless told otherwise. */
export async function waitSettled(origin: string, id: number, mayFail = false): Promise<'ready' | 'failed'> {
  for (;;) {
    const response = await check(await fetch(`${origin}/api/AIKnowledge/byId/${id}`, { headers: HEADERS }));
    const { sourceStatus } = (await response.json()) as { sourceStatus: number };
    if (sourceStatus === READY) return 'ready';
    if (sourceStatus === FAILED) {
      if (mayFail) return 'failed';
      throw new Error(`unit ${id} failed`);
    }
    await sleep(20);
  }
}

export async function countPassages(origin: string, id: number): Promise<number> {
  const response = await check(
    await fetch(`${origin}/api/AIKnowledge/1/${id}/passages?limit=1`, { headers: HEADERS }),
  );
  const { Response } = (await response.json()) as { Response: { total: number } };
  return Response.total;
}

/** One question, answered whole (endpoint 6) or streamed to its final event (endpoint 7); milliseconds. */
export async function timeAnswer(
  origin: string,
  question: string,
  names: readonly string[],
  streamed: boolean,
): Promise<number> {
  const begun = performance.now();
  const path = streamed ? '/api/v1/RAG/Stream/Answer' : '/api/v1/RAG/Answer';
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ Question: question, IndexNames: names, IsStream: streamed }),
  });
  const body = await (await check(response)).text();
  const time = performance.now() - begun;
  if (streamed ? !body.includes('"final":true') : !body.includes('"retrieved_documents":[{'))
    throw new Error(`no answer: ${body.slice(0, 300)}`);
  return time;
}
