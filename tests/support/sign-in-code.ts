import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import type { TestGateway } from './gateway.ts';

/** The code of a printed link, as `npm run link` makes it. */
export function createCode(gateway: TestGateway): Promise<string> {
  return createSignInCode(gateway.ports.keys, gateway.time.now);
}
