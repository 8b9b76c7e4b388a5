import { parseResponse } from '#contract/contract-error.ts';
import { envelope } from '#contract/envelope.ts';
import { signIn } from '#contract/operations/session.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { createHttpClient, type HttpClientOptions } from '#src/api/transport/http-client.ts';
import { browserTimeZone } from './browser-time-zone.ts';

/** Which browser asks, by which the key is listed; the gateway adds the date. */
export function describeBrowser(userAgent: string): string {
  const browser =
    /(Edg|OPR|Firefox|HeadlessChrome|Chrome|Safari)\//.exec(
      userAgent.replace(/Chrome\/\S+ .*Edg/, 'Edg'),
    )?.[1] ?? 'Browser';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|CrOS|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', HeadlessChrome: 'Chrome' };
  const where = system === undefined ? '' : ` on ${system === 'Mac OS X' ? 'macOS' : system}`;
  return `${names[browser] ?? browser}${where}`;
}

/** Exchanges the code of a printed link for a key of this browser's own, at the address this page came from. */
export async function exchangeSignInCode(
  code: string,
  options: HttpClientOptions & { name?: string } = {},
): Promise<Omit<Connection, 'id'>> {
  const http = createHttpClient({ baseUrl: '', key: '', bot: '' }, options);
  const name = options.name ?? describeBrowser(globalThis.navigator?.userAgent ?? '');
  const zone = browserTimeZone();
  const { body } = await http.requestJson({
    method: signIn.method,
    path: signIn.path,
    json: { code, name, zone },
  });
  const signedIn = parseResponse(signIn, envelope(signIn.answer.schema), body).Response;
  return {
    name: '',
    baseUrl: '',
    key: signedIn.key,
    bot: String(signedIn.botId),
    modelFamily: signedIn.modelFamily,
    remember: false,
    undecided: true,
    madeByCode: true,
  };
}
