import { keyChangeSchema, newKeySchema, rotationSchema } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Language } from '#gateway/messages/language.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Bot, StoredKey } from '#gateway/model.ts';
import type { KeyChange } from '#gateway/ports.ts';
import { botsOf, covers } from '#gateway/services/access/covering.ts';
import {
  changeKey,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '#gateway/services/access/manage-keys.ts';
import { tellKey } from '#gateway/services/access/tell-access.ts';
import type * as z from 'zod/mini';

/** A key that there is may be ended so; a new one would never work. */
const PAST: Record<Language, string> = { ar: 'يجب أن يكون في المستقبل', en: 'must lie in the future' };

/** The keys of a bot, its owners' to make and to end. */
export const keyRoutes = {
  listKeys: bind({
    async handle({ ports, botId, key }) {
      const [keys, bots] = await Promise.all([listKeys(ports, botId), ports.bots.all()]);
      return { response: { items: keys.map((one) => keyToWire(one, key, bots)) } };
    },
  }),

  createKey: bind({
    body: newKeySchema,
    async handle(call) {
      const { ports, key, body, language } = call;
      if (body.expiresOn !== null && new Date(body.expiresOn) <= ports.clock.now()) {
        const parameters = { field: 'expiresOn', issue: PAST[language] };
        throw new GatewayFault('invalid-field', parameters, { field: 'expiresOn' });
      }
      const made = await createKey(ports, key, { ...body, expiresOn: toDate(body.expiresOn) }, 'owner');
      const bots = await tell(call, null, made.key);
      return { response: { key: made.secret, view: keyToWire(made.key, key, bots) } };
    },
  }),

  changeKey: bind({
    body: keyChangeSchema,
    async handle(call) {
      const { ports, botId, key } = call;
      const { before, after } = await changeKey(ports, key, botId, keyIdOf(call), toChange(call.body));
      const bots = await tell(call, before, after);
      return { response: keyToWire(after, key.id === after.id ? after : key, bots) };
    },
  }),

  rotateKey: bind({
    body: rotationSchema,
    async handle(call) {
      const { ports, botId, key, body } = call;
      const id = keyIdOf(call);
      const made = await rotateKey(ports, key, botId, id, body.overlapHours, 'owner');
      const { replaced } = made;
      await tell(call, { ...replaced, rotatedOn: null, expiresOn: made.key.expiresOn }, replaced);
      const bots = await tell(call, null, made.key);
      return { response: { key: made.secret, view: keyToWire(made.key, key, bots) } };
    },
  }),

  revokeKey: bind({
    async handle(call) {
      const { ports, botId, key } = call;
      const revoked = await revokeKey(ports, key, botId, keyIdOf(call));
      await tell(call, { ...revoked, revokedOn: null }, revoked);
      return { response: { revoked: true } };
    },
  }),
};

/** A key as the one that asks may see it: of its bots those that both know. */
export function keyToWire(key: StoredKey, asking: StoredKey, bots: readonly Bot[]): KeyView {
  const { id, name, prefix, role, allBots, caps, createdOn, expiresOn, lastUsedOn, rotatedOn, madeBy } = key;
  const known = new Set(botsOf(asking, bots));
  return {
    id,
    name,
    prefix,
    role,
    bots: botsOf(key, bots).filter((bot) => known.has(bot)),
    allBots,
    caps,
    createdOn: createdOn.toISOString(),
    expiresOn: expiresOn?.toISOString() ?? null,
    lastUsedOn: lastUsedOn?.toISOString() ?? null,
    madeBy,
    rotatedOn: rotatedOn?.toISOString() ?? null,
    current: id === asking.id,
    manageable: covers(asking, key),
  };
}

async function tell(
  { ports, audit }: Pick<Call, 'ports' | 'audit'>,
  before: StoredKey | null,
  after: StoredKey,
): Promise<Bot[]> {
  const bots = await ports.bots.all();
  for (const change of tellKey(before, after, bots)) audit(change);
  return bots;
}

function keyIdOf({ values }: Pick<Call, 'values'>): string {
  return values['keyId'] ?? '';
}

/** What is not named is absent, not undefined. */
function toChange({ expiresOn, ...change }: z.output<typeof keyChangeSchema>): KeyChange {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...given, ...(expiresOn === undefined ? {} : { expiresOn: toDate(expiresOn) }) };
}

function toDate(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}
