import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/errors.ts';

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

/** The body as JSON, held to the limit while it arrives. Half surrogates become U+FFFD: nothing else can be encoded. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readLimited(request, JSON_BODY_LIMIT);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    ) as unknown;
  } catch {
    throw new GatewayFault('malformed-json');
  }
}

async function readLimited(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new GatewayFault('body-too-large', { limitBytes });
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
