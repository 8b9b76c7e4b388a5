import { signInRequestSchema } from '#contract/session.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { listKeys, revokeKey, signIn, signOut } from '#gateway/services/sign-in.ts';
import { keyFields, keySubject, UNCHANGED } from '#gateway/services/told-fields.ts';
import { keyToWire } from './to-wire.ts';

/** Signing in with a printed code, signing out, and the keys that exist. */
export const sessionRoutes = {
  signIn: bind({
    body: signInRequestSchema,
    async handle({ ports, body, audit }) {
      const { secret, key } = await signIn(ports, body.code, body.name ?? '');
      const by = { kind: 'key', keyId: key.id, name: key.name } as const;
      audit({ subject: keySubject(key), before: null, after: keyFields(key), bots: key.bots, by });
      const { modelFamily, botId: configured } = ports.settings;
      const botId = key.bots.includes(configured) ? configured : key.bots[0];
      if (botId === undefined) throw new GatewayFault('not-allowed');
      return { response: { key: secret, botId, modelFamily, view: keyToWire(key, key) } };
    },
  }),

  session: bind({
    async handle({ ports, key }) {
      const bots = (await ports.keys.bots()).filter(({ id }) => key.bots.includes(id));
      return { response: { view: keyToWire(key, key), bots } };
    },
  }),

  signOut: bind({
    async handle({ ports, key, audit }) {
      const revoked = await signOut(ports, key);
      const change = revoked
        ? { before: { revoked: false }, after: { revoked: true }, bots: key.bots }
        : UNCHANGED;
      audit({ subject: keySubject(key), ...change });
      return { response: { revoked } };
    },
  }),

  listKeys: bind({
    async handle({ ports, botId, key }) {
      const keys = await listKeys(ports, botId);
      return { response: { items: keys.map((one) => keyToWire(one, key)) } };
    },
  }),

  revokeKey: bind({
    async handle({ ports, botId, values }) {
      await revokeKey(ports, botId, values['keyId'] ?? '');
      return { response: { revoked: true } };
    },
  }),
};
