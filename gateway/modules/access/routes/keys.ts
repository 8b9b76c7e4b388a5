import type { KeyView, ListedKey } from '#contract/session.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, type CallOf, routesOf } from '#gateway/http/call.ts';
import { type Bot, grantsBot, type StoredKey } from '#gateway/modules/access/model.ts';
import type { KeyChange } from '#gateway/modules/access/ports/keys.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { keyChanges } from '#gateway/modules/access/services/audit-access.ts';
import {
  changeKey,
  createKey,
  pauseKey,
  revokeKey,
  rotateKey,
  searchKeys,
} from '#gateway/modules/access/services/manage-keys.ts';
import { requirePersonOfBot } from '#gateway/modules/access/services/manage-persons.ts';
import { botsGrantedBy, canDelegate } from '#gateway/modules/access/services/principal.ts';
import type { KeyUsage } from '#gateway/modules/usage/ports/ledger.ts';

/** An existing key may be ended this way; a new key would never work. */
const MUST_BE_IN_FUTURE: Record<Language, string> = {
  ar: 'يجب أن يكون في المستقبل',
  en: 'must lie in the future',
};

/** The keys of a bot, its owners' to make and to end. `onChange` is called with the bot's id when one was changed or revoked. */
export const keyRoutes = (onChange: (botId: number) => void) =>
  routesOf<Ports>()({
    async listKeys({ ports, botId, key, query }) {
      const bots = await ports.bots.all();
      const [{ items: keys, total }, used] = await Promise.all([
        searchKeys(ports, query.bots === 'all' ? botsGrantedBy(key, bots) : [botId], key, query),
        ports.ledger.usedByKeys(botId),
      ]);
      const usedBy = Map.groupBy(used, ({ keyId }) => keyId);
      const items = keys.map((listed) => ({
        ...toApiKey(listed, key, bots),
        ...(grantsBot(listed, botId) ? { ofBot: true } : { ofBot: false, manageable: false }),
        family: listed.family,
        used: sumByLedger(usedBy.get(listed.family) ?? []),
      }));
      return { answer: { items, total } };
    },

    async createKey(call) {
      const { ports, key, body, language } = call;
      const expiresOn = toDate(body.expiresOn);
      if (expiresOn && expiresOn <= ports.clock.now()) {
        const parameters = { field: 'expiresOn', issue: MUST_BE_IN_FUTURE[language] };
        throw new GatewayFault('invalid-field', parameters, { field: 'expiresOn' });
      }
      return showSecret(call, await createKey(ports, key, { ...body, expiresOn }, 'owner'));
    },

    async changeKey(call) {
      const { ports, botId, key } = call;
      const change = await toChange(call);
      const { before, after } = await changeKey(ports, key, botId, call.params.keyId, change);
      const bots = await recordKeyChange(call, before, after);
      onChange(botId);
      return { answer: toApiKey(after, key.id === after.id ? after : key, bots) };
    },

    async rotateKey(call) {
      const { ports, botId, key, body, params } = call;
      const pair = await rotateKey(ports, key, botId, params.keyId, body.overlapHours, 'owner');
      const { replaced } = pair;
      await recordKeyChange(call, { ...replaced, rotatedOn: null, expiresOn: pair.key.expiresOn }, replaced);
      return showSecret(call, pair);
    },

    async pauseKey(call) {
      const { ports, botId, key, body } = call;
      const { before, after } = await pauseKey(ports, key, botId, call.params.keyId, body.paused);
      const bots = await recordKeyChange(call, before, after);
      return { answer: toApiKey(after, key, bots) };
    },

    async revokeKey(call) {
      const { ports, botId, key } = call;
      const revoked = await revokeKey(ports, key, botId, call.params.keyId);
      await recordKeyChange(call, { ...revoked, revokedOn: null }, revoked);
      onChange(botId);
      return { answer: { revoked: true } };
    },
  });

/** A key as the asking key may see it: only the bots that both can use. */
export function toApiKey(key: StoredKey, asking: StoredKey, bots: readonly Bot[]): KeyView {
  const {
    id,
    name,
    prefix,
    role,
    allBots,
    caps,
    createdOn,
    expiresOn,
    lastUsedOn,
    rotatedOn,
    pausedOn,
    createdBy,
    person,
  } = key;
  const visible = new Set(botsGrantedBy(asking, bots));
  return {
    id,
    name,
    prefix,
    role,
    bots: botsGrantedBy(key, bots).filter((bot) => visible.has(bot)),
    allBots,
    caps,
    createdOn: createdOn.toISOString(),
    expiresOn: expiresOn?.toISOString() ?? null,
    lastUsedOn: lastUsedOn?.toISOString() ?? null,
    createdBy,
    rotatedOn: rotatedOn?.toISOString() ?? null,
    pausedOn: pausedOn?.toISOString() ?? null,
    person,
    current: id === asking.id,
    manageable: canDelegate(asking, key),
  };
}

function sumByLedger(usage: readonly KeyUsage[]): ListedKey['used'] {
  return Object.fromEntries(usage.map(({ ledger, used, reserved }) => [ledger, used + reserved]));
}

async function recordKeyChange(
  { ports, audit }: Pick<Call<Ports>, 'ports' | 'audit'>,
  before: StoredKey | null,
  after: StoredKey,
): Promise<Bot[]> {
  const bots = await ports.bots.all();
  for (const change of keyChanges(before, after, bots)) audit(change);
  return bots;
}

/** A new key with its secret, as only its creation shows it. */
async function showSecret(
  call: Pick<Call<Ports>, 'ports' | 'audit' | 'key'>,
  { key, secret }: { key: StoredKey; secret: string },
) {
  const bots = await recordKeyChange(call, null, key);
  return { answer: { key: secret, view: toApiKey(key, call.key, bots) } };
}

async function toChange({ ports, botId, body }: CallOf<'changeKey', Ports>): Promise<KeyChange> {
  const { expiresOn, personId, ...change } = body;
  // A person of other bots is as unknown as one that never was.
  const person =
    typeof personId === 'string' ? await requirePersonOfBot(ports, botId, personId, 'personId') : personId;
  return omitUndefined({
    ...change,
    expiresOn: expiresOn === undefined ? undefined : toDate(expiresOn),
    person: person && { id: person.id, name: person.name },
  });
}

function toDate(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}
