import { joinChunks } from '#common/join-chunks.ts';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';

/** 415 unless the body is said to be JSON in UTF-8. */
export function checkJsonType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isJson = /^\s*application\/(?:[\w.-]+\+)?json\s*$/.test(type);
  if (!isJson || (charset && !/=\s*"?utf-?8"?\s*$/.test(charset)))
    throw new GatewayFault('body-type', { expected: 'application/json' });
}

/** 415 unless the body is said to be a multipart form. */
export function checkFormType(headers: Headers): void {
  if (!/^\s*multipart\/form-data\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw new GatewayFault('body-type', { expected: 'multipart/form-data' });
}

/** The body as JSON, held to the limit while it arrives. */
export async function readJson(
  request: Request,
  { optional = false, limitBytes = JSON_BODY_LIMIT }: { optional?: boolean; limitBytes?: number } = {},
): Promise<unknown> {
  const bytes = await readLimited(request, limitBytes);
  if (optional && bytes.byteLength === 0) return {};
  // A body needs a Content-Type.
  checkJsonType(request.headers);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new GatewayFault('malformed-json');
  }
}

/** How long a JSON body may take: nobody holds a connection by sending it a byte at a time. */
const BODY_TIMEOUT_SECONDS = 30;
/** Larger ones have longer, at the pace of a slow line. */
const LARGE_BODY_TIMEOUT_SECONDS = 120;

async function readLimited(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new GatewayFault('body-too-large', { limitBytes });
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limitBytes) throw tooLarge();
  // No more than what was announced can arrive: it need not be read piece by piece, which costs more than the rest of a call.
  if (announced !== null) {
    const bytes = await readWithTimeout(request, limitBytes);
    if (bytes.byteLength > limitBytes) throw tooLarge();
    return bytes;
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const deadline = startBodyTimeout(limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const next = await Promise.race([readNext(reader), deadline.passed]);
      if (next.done) break;
      size += next.value.byteLength;
      if (size > limitBytes) throw tooLarge();
      chunks.push(next.value);
    }
  } finally {
    deadline.end();
    // Left, not cancelled: that would cut the connection before the refusal is read.
    reader.releaseLock();
  }
  return joinChunks(chunks, size);
}

async function readWithTimeout(request: Request, limitBytes: number): Promise<Uint8Array> {
  const deadline = startBodyTimeout(limitBytes);
  try {
    return new Uint8Array(await Promise.race([request.arrayBuffer(), deadline.passed]));
  } catch (error) {
    throw error instanceof GatewayFault ? error : new GatewayFault('malformed-json', {}, { cause: error });
  } finally {
    deadline.end();
  }
}

/** A body that breaks off is the sender's doing, not a failure of ours. */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    throw new GatewayFault('malformed-json', {}, { cause: error });
  }
}

function startBodyTimeout(limitBytes: number): { passed: Promise<never>; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    const seconds = limitBytes > JSON_BODY_LIMIT ? LARGE_BODY_TIMEOUT_SECONDS : BODY_TIMEOUT_SECONDS;
    timer = setTimeout(
      () => reject(new GatewayFault('body-too-slow', { seconds }, { headers: { Connection: 'close' } })),
      seconds * 1000,
    );
  });
  return { passed, end: () => clearTimeout(timer) };
}
