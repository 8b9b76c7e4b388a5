import { printFaultParameters } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import type { GatewayFault } from '#gateway/core/errors.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import { chooseLanguage } from '#gateway/http/language.ts';

/** Headers of what is neither a page nor the gateway's own answer: nothing in it may be shown, run, framed or kept. */
export const BARE_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A fault in the envelope of the interface, for refusals that no gateway makes. */
export function faultResponse({ headers }: Pick<Request, 'headers'>, fault: GatewayFault): Response {
  const language = chooseLanguage(headers.get('accept-language'));
  const message = faultMessage(fault.code, fault.parameters, language);
  return Response.json(
    { StatusCode: fault.status, Response: message, Consumption: '0/0' },
    {
      status: fault.status,
      headers: {
        ...BARE_HEADERS,
        [HEADERS.fault]: fault.code,
        [HEADERS.faultParameters]: printFaultParameters(fault.parameters),
        [HEADERS.requestId]: crypto.randomUUID(),
        'Content-Language': language,
        Vary: 'Accept-Language',
      },
    },
  );
}
