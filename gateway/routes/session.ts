import { signInRequestSchema } from '#contract/session.ts';
import { bind } from '#gateway/middleware/bind.ts';
import { botsOf } from '#gateway/services/access/covering.ts';
import { signIn, signOut } from '#gateway/services/access/sign-in.ts';
import { tellKey } from '#gateway/services/access/tell-access.ts';
import { UNCHANGED } from '#gateway/services/audit/told-fields.ts';
import { keyToWire } from './keys.ts';

/** Signing in with a printed code, signing out, and what the key of a call is. */
export const sessionRoutes = {
  signIn: bind({
    body: signInRequestSchema,
    async handle({ ports, body, audit }) {
      const { secret, key, botId, bots } = await signIn(ports, body.code, body.name ?? '');
      const by = { kind: 'key', keyId: key.id, name: key.name } as const;
      for (const change of tellKey(null, key, bots)) audit({ ...change, by });
      const { modelFamily } = ports.settings;
      return { response: { key: secret, botId, modelFamily, view: keyToWire(key, key, bots) } };
    },
  }),

  session: bind({
    async handle({ ports, key }) {
      const bots = await ports.bots.all();
      const own = new Set(botsOf(key, bots));
      const known = bots.filter(({ id }) => own.has(id));
      return {
        response: {
          view: keyToWire(key, key, bots),
          bots: known.map(({ id, name, archivedOn }) => ({ id, name, archived: archivedOn !== null })),
        },
      };
    },
  }),

  signOut: bind({
    async handle({ ports, key, audit }) {
      const revoked = await signOut(ports, key);
      const after = { ...key, revokedOn: ports.clock.now() };
      if (revoked) for (const change of tellKey(key, after, await ports.bots.all())) audit(change);
      else audit({ subject: { kind: 'key', id: key.id, name: key.name }, ...UNCHANGED });
      return { response: { revoked } };
    },
  }),
};
