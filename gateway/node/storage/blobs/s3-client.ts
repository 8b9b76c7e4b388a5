import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request as sendHttp } from 'undici';
import {
  connectionFailure,
  isRefusedForNow,
  isTransient,
  parseError,
  readText,
  S3Error,
  toStorageError,
} from './s3-error.ts';
import type { S3Location } from './s3-location.ts';

/** Milliseconds, but for `tries` and `partBytes`. A store that hangs ends as a failure after twice `answer` at most. */
export interface S3Limits {
  /** Tries of one request in all. */
  tries: number;
  /** The first wait between tries; each later one is twice as long. */
  backoff: number;
  /** No other try begins later than this after the first. */
  retrying: number;
  connect: number;
  /** From sending a request without much of a body to its answer, and between two pieces of a body. */
  answer: number;
  /** The same for a part. */
  part: number;
  /** The same for completing an upload, for which stores copy or hash all parts. */
  completion: number;
  /** What a writer holds in memory and sends in one request. S3 wants 5 MB or more, and at most 10,000 parts. */
  partBytes: number;
}

export const S3_LIMITS: S3Limits = {
  tries: 4,
  backoff: 200,
  retrying: 20_000,
  connect: 10_000,
  answer: 30_000,
  part: 120_000,
  completion: 300_000,
  partBytes: 8 * 1024 * 1024,
};

/** Bytes to send with their hashes, which the store compares. */
export interface S3Body {
  bytes: Uint8Array;
  /** Lower-case hex. */
  sha256: string;
  /** Base64. */
  md5: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of an object, below the prefix; absent: the bucket itself is asked. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
  /** Whether the request may be sent again when its outcome is unknown. */
  isRepeatable: boolean;
  /** Statuses beside success that `take` handles. */
  accept?: readonly number[];
  /** Another limit than `limits.answer`. */
  timeout?: number;
  tries?: number;
  /** The body is taken for as long as it comes, with at most `limits.answer` between two pieces. */
  isStreamed?: boolean;
}

export interface S3Client {
  readonly limits: S3Limits;
  /**
   * Sends a request and returns the result of `take`. An error of `take` counts as a failed try. Throws
   * `StorageError`.
   */
  send<Result>(
    request: S3Request,
    take: (response: Dispatcher.ResponseData) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

const EMPTY_SHA256 = createHash('sha256').digest('hex');

export function bodyOf(text: string | Uint8Array): S3Body {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const hash = (name: string) => createHash(name).update(bytes);
  return { bytes, sha256: hash('sha256').digest('hex'), md5: hash('md5').digest('base64') };
}

/** Signed requests to one bucket, tried again where that is harmless. */
export function createS3Client(location: S3Location, limits: S3Limits = S3_LIMITS): S3Client {
  const sign = createSigner(location);
  const dispatcher = new Agent({ connect: { timeout: limits.connect } });

  async function attempt<Result>(
    request: S3Request,
    take: (response: Dispatcher.ResponseData) => Promise<Result>,
  ): Promise<Result> {
    const { method, body, accept = [], timeout = limits.answer, isStreamed = false } = request;
    const { url, headers } = await sign(request);
    const response = await sendHttp(url, {
      method,
      headers,
      body: body?.bytes ?? null,
      dispatcher,
      headersTimeout: timeout,
      bodyTimeout: limits.answer,
      ...(isStreamed ? {} : { signal: AbortSignal.timeout(timeout) }),
    });
    // A body that fails before anybody reads it must not end the process.
    response.body.on('error', () => undefined);
    const { statusCode } = response;
    if (statusCode >= 300 && !accept.includes(statusCode))
      throw parseError(statusCode, await readText(response.body));
    return take(response);
  }

  return {
    limits,
    async send(request, take) {
      const { isRepeatable, tries = limits.tries } = request;
      const begun = performance.now();
      for (let count = 1; ; count++) {
        try {
          return await attempt(request, take);
        } catch (error) {
          const isOurs = !(error instanceof S3Error) && connectionFailure(error) === undefined;
          const mayRepeat = isRefusedForNow(error) || (isRepeatable && isTransient(error));
          const isLate = performance.now() - begun > limits.retrying;
          if (isOurs || !mayRepeat || isLate || count >= tries) throw toStorageError(error);
          // A random part keeps the gateways of a fleet from coming back together.
          await sleep(limits.backoff * 2 ** (count - 1) * (0.5 + Math.random() / 2));
        }
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function createSigner(location: S3Location) {
  const { endpoint, region, bucket, prefix, accessKey, secretKey } = location;
  const signingKeys = new Map<string, ArrayBuffer>();
  return async ({ method, key, query, headers, body }: S3Request) => {
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...headers,
        // Left to itself the signer leaves the content unsigned.
        'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256,
        ...(body ? { 'content-md5': body.md5 } : {}),
      },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    return { url: signed.url, headers: Object.fromEntries(signed.headers) };
  };
}
