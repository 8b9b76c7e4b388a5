import { describe, expect, test } from 'vitest';
import { listKeys } from '#contract/operations/keys.ts';
import { signOut } from '#contract/operations/session.ts';
import { describeBrowser, exchangeSignInCode } from '#src/api/client/exchange-sign-in-code.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnit } from '#src/api/client/units.ts';
import { Unauthorized } from '#src/api/transport/gateway-errors.ts';
import { CONNECTION, fetchOf } from '#tests/support/api-client.ts';
import { createCode } from '#tests/support/sign-in-code.ts';
import { closeStories, failure, open } from './setup.ts';

closeStories();

test('exchanges a sign-in code for a key that works, once', async () => {
  const { gateway } = await open();
  const code = await createCode(gateway);
  const fetch = fetchOf(gateway);
  const exchange = await exchangeSignInCode(code, { fetch, name: 'Firefox on Linux' });
  expect(exchange).toMatchObject({ bot: '1', modelFamily: 'Model', madeByCode: true });
  const client = createGatewayClient({ ...exchange, id: 'x', baseUrl: CONNECTION.baseUrl }, { fetch });
  expect((await client.read(listKeys))?.items.find(({ current }) => current)?.name).toContain(
    'Firefox on Linux',
  );
  expect(await failure(exchangeSignInCode(code, { fetch }))).toMatchObject({
    status: 401,
    fault: 'code-used',
  });
  await client.call(signOut);
  expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(Unauthorized);
});

describe('the name of a browser', () => {
  test.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8', 'Browser'],
  ])('%s', (agent, name) => expect(describeBrowser(agent)).toBe(name));
});
