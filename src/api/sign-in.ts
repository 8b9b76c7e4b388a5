import { pathOf } from '#contract/endpoints.ts';
import { envelope } from '#contract/envelope.ts';
import { parseResponse } from '#contract/mismatch.ts';
import { signInResponseSchema } from '#contract/session.ts';
import type { Connection } from './connection.ts';
import { createHttp } from './http.ts';
import type { HttpOptions } from './http.ts';

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
  options: HttpOptions & { name?: string } = {},
): Promise<Omit<Connection, 'id'>> {
  const http = createHttp({ baseUrl: '', key: '', bot: '' }, options);
  const name = options.name ?? describeBrowser(globalThis.navigator?.userAgent ?? '');
  const { body } = await http.call({ method: 'POST', path: pathOf('signIn', {}), json: { code, name } });
  const signedIn = parseResponse('signIn', envelope(signInResponseSchema), body).Response;
  return {
    name: '',
    baseUrl: '',
    key: signedIn.key,
    bot: String(signedIn.botId),
    modelFamily: signedIn.modelFamily,
    remember: false,
    madeByCode: true,
  };
}
