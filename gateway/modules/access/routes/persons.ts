import type { Person } from '#contract/persons.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import type { Bot, StoredKey, StoredPerson } from '#gateway/modules/access/model.ts';
import type { ListedPerson } from '#gateway/modules/access/ports/persons.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { personChanges } from '#gateway/modules/access/services/audit-access.ts';
import {
  changePerson,
  createPersonCode,
  invitePerson,
  listPersons,
  removePerson,
} from '#gateway/modules/access/services/manage-persons.ts';
import { botsGrantedBy, canDelegate } from '#gateway/modules/access/services/principal.ts';

/** People: names for everybody who reads units, the rest for owners. */
export const personRoutes = routesOf<Ports>()({
  async listPersons({ ports, botId, key }) {
    const [bots, persons] = await Promise.all([ports.bots.all(), listPersons(ports, botId)]);
    return { answer: { items: persons.map((person) => toApiPerson(person, key, bots)) } };
  },

  async invitePerson(call) {
    const { person, code, expiresOn } = await invitePerson(call.ports, call.key, call.body);
    const bots = await recordPersonChange(call, null, person);
    return {
      answer: { code, expiresOn: expiresOn.toISOString(), person: toApiPerson(person, call.key, bots) },
    };
  },

  async changePerson(call) {
    const { ports, key, params, body } = call;
    const { before, after } = await changePerson(ports, call, params.personId, omitUndefined(body));
    const bots = await recordPersonChange(call, before, after);
    return { answer: toApiPerson(after, key, bots) };
  },

  async createPersonCode(call) {
    const { person, code, expiresOn } = await createPersonCode(call.ports, call, call.params.personId);
    const bots = botsGrantedBy(call.key, await call.ports.bots.all());
    const subject = { kind: 'person', id: person.id, name: person.name } as const;
    call.audit({ subject, before: null, after: { linkExpiresOn: expiresOn }, bots: botsOf(person, bots) });
    return { answer: { code, expiresOn: expiresOn.toISOString() } };
  },

  async removePerson(call) {
    const { ports, params, query } = call;
    const { person, keys, units } = await removePerson(ports, call, params.personId, query.units ?? null);
    await recordPersonChange(call, person, null);
    return { answer: { keys: keys.length, units } };
  },
});

function toApiPerson(
  person: StoredPerson & Partial<Pick<ListedPerson, 'lastSeenOn'>>,
  asking: StoredKey,
  bots: readonly Bot[],
): Person {
  const { id, name, role, allBots, createdOn, lastSeenOn } = person;
  const current = asking.person?.id === id;
  if (asking.role !== 'owner') return { id, name, current, details: null };
  const details = {
    role,
    bots: botsOf(person, botsGrantedBy(asking, bots)),
    allBots,
    createdOn: createdOn.toISOString(),
    lastSeenOn: lastSeenOn?.toISOString() ?? null,
    manageable: canDelegate(asking, person),
  };
  return { id, name, current, details };
}

const botsOf = ({ allBots, bots }: StoredPerson, visible: readonly number[]): number[] =>
  visible.filter((bot) => allBots || bots.includes(bot));

async function recordPersonChange(
  { ports, audit }: Pick<Call<Ports>, 'ports' | 'audit'>,
  before: StoredPerson | null,
  after: StoredPerson | null,
): Promise<Bot[]> {
  const bots = await ports.bots.all();
  for (const change of personChanges(before, after, bots)) audit(change);
  return bots;
}
