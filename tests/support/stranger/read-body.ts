import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

interface ReadBody {
  /** Parsed JSON, or the text fields of a form. */
  body: Record<string, unknown>;
  /** The file of a form, with the name of its field. */
  file: { content: File; fields: Record<string, unknown> } | undefined;
}

export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return readForm(bytes, type);
  if (bytes.length === 0) return { body: {}, file: undefined };
  try {
    return { body: JSON.parse(bytes.toString('utf8')) as Record<string, unknown>, file: undefined };
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
}

async function readForm(bytes: Buffer, type: string): Promise<ReadBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const body: Record<string, unknown> = {};
  let file: ReadBody['file'];
  for (const [name, value] of form) {
    if (typeof value === 'string') body[name] = value;
    else file = { content: value, fields: { [name]: value.name } };
  }
  return { body, file };
}
