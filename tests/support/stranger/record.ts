import type { IncomingMessage } from 'node:http';

/** Section 5, and that bodies are JSON or forms. */
export const DOCUMENTED_HEADERS = ['content-type', 'x-user-auth', 'x-bot'];
/** What browsers send by themselves. */
const BY_BROWSERS =
  /^(?:accept|accept-encoding|accept-language|cache-control|connection|content-length|dnt|host|origin|pragma|priority|referer|sec-.+|transfer-encoding|user-agent)$/u;

/** A call as it came. */
export interface SeenCall {
  /** Such as `POST /api/UploadBlob`, below the prefix. */
  call: string;
  /** Parsed JSON, or the text fields of a form. */
  body: unknown;
  /** 0 until it is answered. */
  status: number;
  /** What the interface does not name: headers, query parameters and, of documented endpoints, fields. */
  undocumented: string[];
}

export function undocumentedHeaders(request: IncomingMessage): string[] {
  return Object.keys(request.headers)
    .filter((name) => !DOCUMENTED_HEADERS.includes(name) && !BY_BROWSERS.test(name))
    .map((name) => `header ${name}`);
}
