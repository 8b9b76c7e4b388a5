import { signInRequestSchema } from '#contract/session.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { listKeys, revokeKey, signIn, signOut } from '#gateway/services/sign-in.ts';
import { keyToWire } from './to-wire.ts';

/** Signing in with a printed code, signing out, and the keys that exist. */
export const sessionRoutes = {
  signIn: bind({
    body: signInRequestSchema,
    async handle({ ports, body }) {
      const { secret, key } = await signIn(ports, body.code, body.name ?? '');
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
    async handle({ ports, key }) {
      return { response: { revoked: await signOut(ports, key) } };
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
