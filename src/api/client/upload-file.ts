import { parseResponse } from '#contract/contract-error.ts';
import { HEADERS } from '#contract/headers.ts';
import { upload } from '#contract/operations/files.ts';
import { ATTACHMENT_FIELD, type Conversion, type UploadResult } from '#contract/uploads.ts';
import { errorFromResponse } from '#src/api/transport/error-from-response.ts';
import { NotJsonError } from '#src/api/transport/gateway-errors.ts';
import type { HttpClient, RequestOptions } from '#src/api/transport/http-client.ts';
import type { GatewayClient } from './gateway-client.ts';

/** Bytes on their way; `secondsLeft` once the rate is known. */
type UploadProgressBar = { sent: number; total: number; secondsLeft?: number };

export type UploadOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgressBar) => void) | undefined;
  convertTo?: Conversion | undefined;
  encryptName?: boolean | undefined;
  /** Whether the file is a text that was written in the dashboard: for gateways that announce capabilities. */
  isWritten?: boolean;
  idempotencyKey?: string | undefined;
};

/** Estimates the time left from the rate since the start, which does not jump about as a momentary rate does. */
function createEtaEstimator(now: () => number): (sent: number, total: number) => number | undefined {
  const start = now();
  return (sent, total) => {
    const seconds = (now() - start) / 1000;
    return seconds < 0.5 || sent === 0 ? undefined : Math.ceil(((total - sent) * seconds) / sent);
  };
}

function buildForm(file: File, { convertTo, encryptName, isWritten = false }: UploadOptions): FormData {
  const form = new FormData();
  // Text parts first: a gateway that parses the form as a stream needs them before the bytes.
  if (convertTo !== undefined) form.append('ConvertAttachmentTo', convertTo);
  if (encryptName !== undefined) form.append('EncryptFileName', String(encryptName));
  if (isWritten) form.append('Origin', 'written');
  form.append(ATTACHMENT_FIELD, file, file.name);
  return form;
}

/** Lines of names and values. Browsers report it as an error when a header is asked for that a page may not read. */
function parseHeaders(lines: string): Headers {
  const headers = lines.split(/\r?\n/).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
  return new Headers(headers);
}

type UploadResponse = { status: number; text: string; headers: Pick<Headers, 'get'> };

function sendWithProgress(
  http: HttpClient,
  sent: RequestOptions,
  { signal, onProgress }: UploadOptions,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (callback: () => void) => () => {
      signal?.removeEventListener('abort', abort);
      callback();
    };
    const estimate = createEtaEstimator(() => performance.now());
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const secondsLeft = estimate(loaded, total);
      onProgress?.({ sent: loaded, total, ...(secondsLeft === undefined ? {} : { secondsLeft }) });
    });
    request.addEventListener(
      'load',
      settle(() => {
        http.markAnswered(sent);
        resolve({
          status: request.status,
          text: request.responseText,
          headers: parseHeaders(request.getAllResponseHeaders()),
        });
      }),
    );
    request.addEventListener(
      'error',
      settle(() => void http.networkError(sent, undefined).then(reject)),
    );
    request.addEventListener(
      'abort',
      settle(() => reject(new DOMException('The upload was stopped', 'AbortError'))),
    );
    request.open(sent.method, `${http.base}${sent.path}`);
    for (const [name, value] of Object.entries({ ...http.headers(), ...sent.headers }))
      if (value !== undefined) request.setRequestHeader(name, value);
    if (signal?.aborted === true) {
      reject(new DOMException('The upload was stopped', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(sent.form);
  });
}

/** Endpoint 4, by XMLHttpRequest: fetch cannot report how much of a body was sent over HTTP/1.1. */
export async function uploadFile(
  { http, buildRequest }: GatewayClient,
  file: File,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const request = await buildRequest(upload, {
    form: buildForm(file, options),
    headers: { [HEADERS.idempotencyKey]: options.idempotencyKey },
  });
  const { status, text, headers } = await sendWithProgress(http, request, options);
  if (status < 200 || status >= 300) {
    http.reportFailure({ status, headers, text });
    throw errorFromResponse({ status, headers, text });
  }
  http.reportConsumption(headers.get(HEADERS.consumption));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new NotJsonError(http.base, status);
  }
  return parseResponse(upload, upload.answer.schema, body);
}
