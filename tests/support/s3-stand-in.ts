/**
 * An S3-compatible store in this process, as strict as real ones: it checks signatures, hashes and sizes by itself, has
 * no conditional writes, and misbehaves when it is asked to. `tests/night/object-store.test.ts` compares it with a real store.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export const STAND_IN_KEYS = { accessKey: 'test:tester', secretKey: 'testing' } as const;
export const STAND_IN_BUCKET = 'fihrist-test';

interface StoredObject {
  bytes: Buffer;
  etag: string;
  modified: number;
}
interface Upload {
  bucket: string;
  key: string;
  begun: number;
  parts: Map<number, { bytes: Buffer; md5: Buffer }>;
}
export interface SeenRequest {
  method: string;
  /** Of an object; '' for the bucket. */
  key: string;
  query: URLSearchParams;
  body: Buffer;
}
/** `cut`: before anything is done; `lost`: done, but the answer is cut; `half`: the answer ends in its middle. */
type Misbehaviour = 'hang' | 'cut' | 'lost' | 'half' | 'error-in-200' | { status: number; code: string };

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_SKEW_MS = 15 * 60 * 1000;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const md5 = (data: Buffer) => createHash('md5').update(data).digest();

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string, headers: Record<string, string> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** `lenient`: content that is not signed or has no MD5 is taken too, as real stores do. */
export async function startS3StandIn({ port = 0, lenient = false } = {}) {
  const buckets = new Map([[STAND_IN_BUCKET, new Map<string, StoredObject>()]]);
  const uploads = new Map<string, Upload>();
  const seen: SeenRequest[] = [];
  const clock = { now: () => Date.now() };
  let plan: { when: (request: SeenRequest) => boolean; what: Misbehaviour; times: number }[] = [];
  let departures = 0;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(incoming.url ?? '/', 'http://stand-in');
    const [, bucket = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
    const body = Buffer.concat(chunks);
    const request = { method: incoming.method ?? '', key: path.join('/'), query: url.searchParams, body };
    seen.push(request);
    const planned = plan.find(({ when, times }) => times > 0 && when(request));
    if (planned) planned.times--;
    const what = planned?.what;
    if (what === 'hang') return;
    if (what === 'cut') return void incoming.socket.destroy();
    try {
      checkSignature(incoming, url, body);
      checkHashes(incoming, body, lenient);
      if (typeof what === 'object') throw new Refusal(what.status, what.code);
      if (what === 'error-in-200') return send(outgoing, 200, ` ${errorXml('InternalError')}`);
      const { status = 200, headers = {}, content = '' } = act(request, bucket, incoming);
      if (what === 'lost') return void incoming.socket.destroy();
      if (what === 'half') {
        outgoing.writeHead(status, { ...headers, 'content-length': content.length });
        outgoing.write(content.slice(0, content.length / 2));
        await sleep(20);
        return void incoming.socket.destroy();
      }
      send(outgoing, status, incoming.method === 'HEAD' ? '' : content, {
        'content-length': String(Buffer.byteLength(content)),
        ...headers,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const text = incoming.method === 'HEAD' ? '' : errorXml(error.code);
      send(outgoing, error.status, text, error.headers);
    }
  }

  function act(
    { method, key, query, body }: SeenRequest,
    bucketName: string,
    { headers }: IncomingMessage,
  ): { status?: number; headers?: Record<string, string>; content?: Buffer | string } {
    if (key === '' && method === 'PUT') {
      if (!buckets.has(bucketName)) buckets.set(bucketName, new Map());
      return {};
    }
    const bucket = buckets.get(bucketName);
    if (!bucket) throw new Refusal(404, 'NoSuchBucket');
    if (method === 'PUT' && (headers['if-none-match'] ?? headers['if-match']) !== undefined)
      throw new Refusal(501, 'NotImplemented');
    const uploadId = query.get('uploadId');
    if (uploadId !== null) return actOnUpload({ method, key, query, body }, bucketName, uploadId);
    if (key === '' && method === 'GET')
      return { content: query.has('uploads') ? uploadsXml(bucketName) : listXml(bucket, query) };
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { bucket: bucketName, key, begun: clock.now(), parts: new Map() });
      return {
        content: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (method === 'PUT') {
      const etag = `"${md5(body).toString('hex')}"`;
      bucket.set(key, { bytes: body, etag, modified: clock.now() });
      return { headers: { etag } };
    }
    if (method === 'DELETE') return bucket.delete(key), { status: 204 };
    const object = bucket.get(key);
    if (!object) throw new Refusal(404, 'NoSuchKey');
    return readObject(object, headers);
  }

  function actOnUpload({ method, key, query, body }: SeenRequest, bucketName: string, id: string) {
    const upload = uploads.get(id);
    if (upload?.key !== key || upload.bucket !== bucketName) throw new Refusal(404, 'NoSuchUpload');
    if (method === 'DELETE') return uploads.delete(id), { status: 204 };
    if (method === 'PUT') {
      const number = Number(query.get('partNumber'));
      if (!(number >= 1 && number <= 10_000)) throw new Refusal(400, 'InvalidArgument');
      upload.parts.set(number, { bytes: body, md5: md5(body) });
      return { headers: { etag: `"${md5(body).toString('hex')}"` } };
    }
    const named = [
      ...body.toString().matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g),
    ];
    if (named.length === 0) throw new Refusal(400, 'MalformedXML');
    const parts = named.map(([, number, etag = ''], index) => {
      const part = upload.parts.get(Number(number));
      if (part?.md5.toString('hex') !== etag.replaceAll(/"|&quot;/g, ''))
        throw new Refusal(400, 'InvalidPart');
      if (Number(number) <= Number(named[index - 1]?.[1] ?? 0)) throw new Refusal(400, 'InvalidPartOrder');
      if (index < named.length - 1 && part.bytes.length < MIN_PART_BYTES)
        throw new Refusal(400, 'EntityTooSmall');
      return part;
    });
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    const etag = `"${md5(Buffer.concat(parts.map((part) => part.md5))).toString('hex')}-${parts.length}"`;
    buckets.get(bucketName)?.set(key, { bytes, etag, modified: clock.now() });
    uploads.delete(id);
    return {
      content: `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
    };
  }

  function listXml(bucket: Map<string, StoredObject>, query: URLSearchParams): string {
    if (query.get('list-type') !== '2') throw new Refusal(501, 'NotImplemented');
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const limit = Math.min(1000, Number(query.get('max-keys') ?? 1000));
    const names = [...bucket.keys()]
      .filter((name) => name.startsWith(prefix) && Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const entries = names.slice(0, limit).map((name) => {
      const modified = new Date(bucket.get(name)?.modified ?? 0).toISOString();
      return `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>${modified}</LastModified></Contents>`;
    });
    const isMore = names.length > limit;
    return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${entries.join('')}</ListBucketResult>`;
  }

  function uploadsXml(bucketName: string): string {
    const entries = [...uploads]
      .filter(([, { bucket }]) => bucket === bucketName)
      .map(([id, { key, begun }]) => {
        const initiated = new Date(begun).toISOString();
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
      });
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`;
  }

  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // Counts readers who left early, not requests without a response.
    outgoing.once('close', () => outgoing.headersSent && !outgoing.writableFinished && departures++);
    answer(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: buckets.get(STAND_IN_BUCKET) ?? new Map<string, StoredObject>(),
    uploads,
    seen,
    clock,
    /** Answers that their readers did not take to the end. */
    left: () => departures,
    /** What happens to the next requests of a kind. */
    misbehave: (what: Misbehaviour, when: (request: SeenRequest) => boolean = () => true, times = Infinity) =>
      void plan.push({ when, what, times }),
    behave: () => void (plan = []),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type S3StandIn = Awaited<ReturnType<typeof startS3StandIn>>;

function send(outgoing: ServerResponse, status: number, text: Buffer | string, headers = {}): void {
  outgoing.writeHead(status, headers).end(text);
}

const errorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

function readObject({ bytes, etag }: StoredObject, { range, ...headers }: IncomingMessage['headers']) {
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
  if (range === undefined) return { headers: { etag }, content: bytes };
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(first);
  if (first === '') throw new Refusal(400, 'InvalidArgument');
  if (start >= bytes.length)
    throw new Refusal(416, 'InvalidRange', { 'content-range': `bytes */${bytes.length}` });
  const end = Math.min(last === '' ? bytes.length : Number(last) + 1, bytes.length);
  const contentRange = `bytes ${start}-${end - 1}/${bytes.length}`;
  return {
    status: 206,
    headers: { etag, 'content-range': contentRange },
    content: bytes.subarray(start, end),
  };
}

/** AWS Signature Version 4, worked out from what came over the connection. */
function checkSignature({ method = '', headers }: IncomingMessage, url: URL, body: Buffer): void {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (credential === '') throw new Refusal(403, 'AccessDenied');
  const [accessKey = '', day = '', region = '', service = '', end = ''] = credential.split('/');
  if (accessKey !== STAND_IN_KEYS.accessKey) throw new Refusal(403, 'InvalidAccessKeyId');
  const signed = names.split(';');
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || /^x-amz-|^content-md5$/.test(name),
  );
  const date = String(headers['x-amz-date'] ?? '');
  const iso = date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  if (Number.isNaN(Date.parse(iso)) || !date.startsWith(day)) throw new Refusal(403, 'AccessDenied');
  if (Math.abs(Date.parse(iso) - Date.now()) > MAX_SKEW_MS) throw new Refusal(403, 'RequestTimeTooSkewed');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signed.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    names,
    headers['x-amz-content-sha256'] ?? sha256(body),
  ].join('\n');
  const scope = [day, region, service, end];
  const secret = scope.reduce<string | Buffer>(
    (key, word) => createHmac('sha256', key).update(word).digest(),
    `AWS4${STAND_IN_KEYS.secretKey}`,
  );
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
  const wanted = createHmac('sha256', secret).update(text).digest();
  const isRight = timingSafeEqual(wanted, Buffer.from(signature, 'hex')) && service === 's3';
  if (!isRight || mustBeSigned.some((name) => !signed.includes(name)))
    throw new Refusal(403, 'SignatureDoesNotMatch');
}

function checkHashes({ headers, method }: IncomingMessage, body: Buffer, lenient: boolean): void {
  const hash = headers['x-amz-content-sha256'];
  const isUnsigned = hash === undefined || hash === 'UNSIGNED-PAYLOAD';
  if (isUnsigned ? !lenient : hash !== sha256(body)) throw new Refusal(400, 'BadDigest');
  const sent = headers['content-md5'];
  const isWanted = !lenient && (method === 'PUT' || body.length > 0);
  if (sent === undefined ? isWanted : sent !== md5(body).toString('base64'))
    throw new Refusal(400, 'BadDigest');
}
