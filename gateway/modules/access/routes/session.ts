import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { adoptZone } from '#gateway/modules/access/services/adopt-zone.ts';
import { botFields, botSubject, keyChanges } from '#gateway/modules/access/services/audit-access.ts';
import { botsGrantedBy } from '#gateway/modules/access/services/principal.ts';
import { signIn, signOut } from '#gateway/modules/access/services/sign-in.ts';
import { UNCHANGED } from '#gateway/modules/audit/services/record-audit-event.ts';
import { actorName } from '#gateway/modules/usage/model.ts';
import { zoneOf } from '#gateway/modules/usage/services/date-range.ts';
import { toApiKey } from './keys.ts';

/** Signing in with a printed code, signing out, and what the key of a call is. */
export const sessionRoutes = routesOf<Ports>()({
  async signIn({ ports, body, audit, language }) {
    const { secret, key, botId, bots } = await signIn(ports, body.code, {
      browser: body.name ?? '',
      language,
    });
    const by = { kind: 'key', keyId: key.id, name: actorName(key) } as const;
    for (const change of keyChanges(null, key, bots)) audit({ ...change, by });
    for (const { before, after } of await adoptZone(ports, key, body.zone ?? ''))
      audit({
        subject: botSubject(after.bot),
        before: botFields(before),
        after: botFields(after),
        bots: [after.bot.id],
        by,
      });
    const { modelFamily } = ports.settings;
    return { answer: { key: secret, botId, modelFamily, view: toApiKey(key, key, bots) } };
  },

  async session({ ports, key }) {
    const bots = await ports.bots.all();
    const own = new Set(botsGrantedBy(key, bots));
    const visible = bots.filter(({ id }) => own.has(id));
    return {
      answer: {
        view: toApiKey(key, key, bots),
        person: key.person,
        bots: await Promise.all(
          visible.map(async ({ id, name, archivedOn }) => ({
            id,
            name,
            archived: archivedOn !== null,
            zone: await zoneOf(ports, id),
          })),
        ),
      },
    };
  },

  async signOut({ ports, key, audit }) {
    const revoked = await signOut(ports, key);
    const after = { ...key, revokedOn: ports.clock.now() };
    if (revoked) for (const change of keyChanges(key, after, await ports.bots.all())) audit(change);
    else audit({ subject: { kind: 'key', id: key.id, name: key.name }, ...UNCHANGED });
    return { answer: { revoked } };
  },
});
