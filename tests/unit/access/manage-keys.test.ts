import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { KeyStore } from '#gateway/modules/access/ports/keys.ts';
import { changeKey, revokeKey, rotateKey } from '#gateway/modules/access/services/manage-keys.ts';
import { OPERATOR_PRINCIPAL } from '#gateway/modules/access/services/principal.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
let owner: StoredKey;
let desk: StoredKey;
beforeEach(async () => {
  gateway = await createTestGateway();
  owner = await gateway.addKey('fih_owner-of-one', { name: 'مالك الأول', bots: [1] });
  desk = await gateway.addKey('fih_desk', { name: 'مكتب', role: 'tester', bots: [1] });
});
afterEach(() => gateway.close());

/** Ports whose keys change between the read and the write of the service. */
function raced(meanwhile: () => Promise<unknown>): TestGateway['ports'] {
  const { keys } = gateway.ports;
  const slow: Pick<KeyStore, 'change' | 'rotate' | 'revoke'> = {
    change: async (...given) => {
      await meanwhile();
      return keys.change(...given);
    },
    rotate: async (...given) => {
      await meanwhile();
      return keys.rotate(...given);
    },
    revoke: async (...given) => {
      await meanwhile();
      return keys.revoke(...given);
    },
  };
  return { ...gateway.ports, keys: { ...keys, ...slow } };
}
const widen = () => changeKey(gateway.ports, OPERATOR_PRINCIPAL, null, desk.id, { bots: [1, 2] });

describe('a key that gains a bot concurrently', () => {
  test.each<[string, (ports: TestGateway['ports']) => Promise<unknown>]>([
    ['made an owner', (ports) => changeKey(ports, owner, 1, desk.id, { role: 'owner' })],
    ['rotated', (ports) => rotateKey(ports, owner, 1, desk.id, 24, 'owner')],
    ['revoked', (ports) => revokeKey(ports, owner, 1, desk.id)],
  ])('is not %s by an owner without that bot', async (_, action) => {
    const count = (await gateway.ports.keys.list()).length;
    await expect(action(raced(widen))).rejects.toMatchObject({ code: 'not-allowed' });
    expect(await gateway.ports.keys.byId(desk.id)).toEqual({ ...desk, bots: [1, 2] });
    expect(await gateway.ports.keys.list()).toHaveLength(count);
  });
});

test('a rotated key takes over the rights at the time of the rotation', async () => {
  const lower = () =>
    changeKey(gateway.ports, OPERATOR_PRINCIPAL, null, desk.id, {
      role: 'monitor',
      caps: { text: 5 },
      name: 'شاشة',
    });
  const { key } = await rotateKey(raced(lower), owner, 1, desk.id, 24, 'owner');
  expect(await gateway.ports.keys.byId(key.id)).toMatchObject({
    role: 'monitor',
    caps: { text: 5 },
    name: 'شاشة',
  });
});

test('a change applies to the current state of the key', async () => {
  await gateway.addKey('fih_spare', { allBots: true, bots: [] });
  const everywhere = () => changeKey(gateway.ports, OPERATOR_PRINCIPAL, null, desk.id, { allBots: true });
  const { after } = await changeKey(raced(everywhere), OPERATOR_PRINCIPAL, null, desk.id, { bots: [2] });
  expect(after).toMatchObject({ allBots: true, bots: [] });
});
