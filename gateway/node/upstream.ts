import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { chooseLanguage } from '#gateway/messages/language.ts';
import { wordFault } from '#gateway/messages/words.ts';
import type { Log } from '#gateway/ports.ts';

/** Of one connection only, or of this page's origin only: not passed on. */
const OWN_REQUEST =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|cookie|origin|referer|sec-.*|accept-encoding|content-length)$/i;
const OWN_RESPONSE =
  /^(?:connection|keep-alive|transfer-encoding|upgrade|proxy-.*|set-cookie|content-encoding|content-length|access-control-.*|strict-transport-security|alt-svc)$/i;

/** Passes calls on to another gateway of this interface and streams its answers through. */
export function createUpstream(base: string, log: Log): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers([...request.headers].filter(([name]) => !OWN_REQUEST.test(name)));
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
      const kept = [...answer.headers].filter(([name]) => !OWN_RESPONSE.test(name));
      return new Response(answer.body, { status: answer.status, headers: kept });
    } catch (error) {
      if (request.signal.aborted) throw error;
      log.warn('upstream-unreachable', { cause: error instanceof Error ? String(error.cause) : undefined });
      return refuse(request, new GatewayFault('upstream-unreachable', { upstream: base }));
    }
  };
}

function refuse(request: Request, fault: GatewayFault): Response {
  const language = chooseLanguage(request.headers.get('accept-language'));
  const message = wordFault(fault.code, fault.parameters, language);
  return Response.json(
    { StatusCode: fault.status, Response: message, Consumption: '0/0' },
    {
      status: fault.status,
      headers: {
        [HEADERS.fault]: fault.code,
        [HEADERS.faultParameters]: encodeURIComponent(JSON.stringify(fault.parameters)),
        [HEADERS.requestId]: crypto.randomUUID(),
        'Cache-Control': 'no-store',
      },
    },
  );
}
