import { HEADERS } from '#contract/headers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import type { Conversion, UploadResult } from '#contract/uploads.ts';
import { ATTACHMENT_FIELD, uploadResultSchema } from '#contract/uploads.ts';
import { pathOf } from '#contract/endpoints.ts';
import { NotJson } from './errors.ts';
import { faultOfResponse } from './fault-of-response.ts';
import type { Http } from './http.ts';

/** Bytes on their way; `secondsLeft` once the rate is known. */
export type UploadProgress = { sent: number; total: number; secondsLeft?: number };

export type UploadOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  convertTo?: Conversion | undefined;
  encryptName?: boolean | undefined;
  idempotencyKey?: string | undefined;
};

/** Estimates the time left from the rate since the start, which does not jump about as a momentary rate does. */
function createEstimate(now: () => number): (sent: number, total: number) => number | undefined {
  const start = now();
  return (sent, total) => {
    const seconds = (now() - start) / 1000;
    return seconds < 0.5 || sent === 0 ? undefined : Math.ceil(((total - sent) * seconds) / sent);
  };
}

function formOf(file: File, { convertTo, encryptName }: UploadOptions): FormData {
  const form = new FormData();
  // Text parts first, so that a gateway that reads as it goes knows them before the bytes.
  if (convertTo !== undefined) form.append('ConvertAttachmentTo', convertTo);
  if (encryptName !== undefined) form.append('EncryptFileName', String(encryptName));
  form.append(ATTACHMENT_FIELD, file, file.name);
  return form;
}

type Sent = { status: number; text: string; headers: Pick<Headers, 'get'> };

function send(http: Http, file: File, options: UploadOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress, idempotencyKey } = options;
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (act: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      act();
    };
    const estimate = createEstimate(() => performance.now());
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const secondsLeft = estimate(loaded, total);
      onProgress?.({ sent: loaded, total, ...(secondsLeft === undefined ? {} : { secondsLeft }) });
    });
    request.addEventListener(
      'load',
      settle(() =>
        resolve({
          status: request.status,
          text: request.responseText,
          headers: { get: (name) => request.getResponseHeader(name) },
        }),
      ),
    );
    request.addEventListener(
      'error',
      settle(() => void http.failure(undefined).then(reject)),
    );
    request.addEventListener(
      'abort',
      settle(() => reject(new DOMException('The upload was stopped', 'AbortError'))),
    );
    request.open('POST', `${http.base}${pathOf('upload', {})}`);
    for (const [name, value] of Object.entries(http.headers())) request.setRequestHeader(name, value);
    if (idempotencyKey !== undefined) request.setRequestHeader(HEADERS.idempotencyKey, idempotencyKey);
    if (signal?.aborted === true) {
      reject(new DOMException('The upload was stopped', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(formOf(file, options));
  });
}

/** Endpoint 4, by XMLHttpRequest: fetch cannot report how much of a body was sent over HTTP/1.1. */
export async function uploadFile(http: Http, file: File, options: UploadOptions = {}): Promise<UploadResult> {
  const { status, text, headers } = await send(http, file, options);
  if (status < 200 || status >= 300) throw faultOfResponse({ status, headers, text });
  http.tap(headers.get(HEADERS.consumption));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new NotJson(http.base, status);
  }
  return parseResponse('upload', uploadResultSchema, body);
}
