/** A failure with its status and its message; `html` for what a proxy in front answers. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly html: boolean;
  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string>; html?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.html = more.html ?? false;
  }
}

/** Section 7, and what stands in front of a gateway: how the next calls of an endpoint fail. */
export type FaultName = '402' | '429' | '429-retry-after' | '500' | 'html-502' | 'cut' | 'hang';

/** `cut` and `hang` come after a stream has begun, see `sendEvents`; the others refuse the call. */
export function refuse(fault: Exclude<FaultName, 'cut' | 'hang'>): never {
  switch (fault) {
    case '402':
      throw new Refusal(402, 'The consumption quota of this bot is exceeded');
    case '429':
      throw new Refusal(429, 'Too many concurrent requests');
    case '429-retry-after':
      throw new Refusal(429, 'Too many concurrent requests', { headers: { 'retry-after': '1' } });
    case '500':
      throw new Refusal(500, 'Unexpected server error');
    case 'html-502':
      throw new Refusal(502, '<!doctype html><title>502 Bad Gateway</title><h1>بوابة غير صالحة</h1>', {
        html: true,
      });
  }
}
