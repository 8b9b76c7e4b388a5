import { HEADERS } from '#contract/headers.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Log } from '#gateway/core/log.ts';
import { BARE_HEADERS, faultResponse } from './fault-response.ts';

/** Of one connection only, of this page's origin only, or about who sits behind us: not passed on. */
const DROPPED_REQUEST_HEADERS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|cookie|origin|referer|sec-.*|accept-encoding|content-length|forwarded|x-forwarded-.*|x-real-ip)$/i;
const DROPPED_RESPONSE_HEADERS =
  /^(?:connection|keep-alive|transfer-encoding|upgrade|proxy-.*|set-cookie|content-encoding|content-length|access-control-.*|strict-transport-security|alt-svc|content-security-policy|x-content-type-options)$/i;
const LOCKED = Object.entries(BARE_HEADERS).filter(([name]) =>
  /^(?:content-security|x-content-type)/i.test(name),
);

/** Passes calls on to another gateway of this interface and streams its answers through. */
export function createReverseProxy(base: string, log: Log): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers([...request.headers].filter(([name]) => !DROPPED_REQUEST_HEADERS.test(name)));
    headers.set('accept-encoding', 'identity');
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null;
    try {
      const answer = await fetch(base + pathname + search, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: request.signal,
        ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
      });
      const responseHeaders = [...answer.headers].filter(([name]) => !DROPPED_RESPONSE_HEADERS.test(name));
      // The upstream answers under the address of this server, so no response of the upstream may run as a page here.
      return new Response(answer.body, { status: answer.status, headers: [...responseHeaders, ...LOCKED] });
    } catch (error) {
      if (request.signal.aborted) throw error;
      const refusal = faultResponse(request, new GatewayFault('upstream-unreachable', { upstream: base }));
      const requestId = refusal.headers.get(HEADERS.requestId);
      log.warn('upstream-unreachable', { requestId, ...describeErrorForLog(error) });
      return refusal;
    }
  };
}
