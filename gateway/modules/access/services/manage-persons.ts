import { INVITATION_DAYS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Access, grantsBot, type StoredPerson } from '#gateway/modules/access/model.ts';
import type { ListedPerson } from '#gateway/modules/access/ports/persons.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { normaliseBots, requireDelegable, requireGrantable, unwrap } from './manage-keys.ts';
import type { Principal } from './principal.ts';
import { makeSecret } from './secrets.ts';
import { createSignInCode } from './sign-in.ts';

type PersonPorts = Pick<Ports, 'persons' | 'keys' | 'bots' | 'clock'>;

/** Who acts, and from which bot: only people of that bot are known to the call. */
interface PersonCall {
  botId: number;
  key: Principal;
}

/** A code with the moment until which it signs in. */
interface InvitationCode {
  code: string;
  expiresOn: Date;
}

const INVITATION_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;

/** People of a bot, by name. */
export async function listPersons(
  { persons }: Pick<PersonPorts, 'persons'>,
  botId: number,
): Promise<ListedPerson[]> {
  return (await persons.list())
    .filter((person) => grantsBot(person, botId))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/** Makes a person with no more access than `principal` has, else 403, and a code. */
export async function invitePerson(
  ports: PersonPorts,
  principal: Principal,
  invited: Access & { name: string },
): Promise<InvitationCode & { person: StoredPerson }> {
  await requireGrantable(ports, principal, { ...invited, caps: {} });
  const createdOn = ports.clock.now();
  const bots = normaliseBots(invited);
  const person = { ...invited, bots, id: makeSecret(9), createdOn, removedOn: null };
  await ports.persons.insert(person);
  return { person, ...(await createCode(ports, person.id)) };
}

/** Another code, for another browser or where the sessions of the person ended. */
export async function createPersonCode(
  ports: PersonPorts,
  call: PersonCall,
  id: string,
): Promise<InvitationCode & { person: StoredPerson }> {
  const person = await requirePerson(ports, call, id);
  return { person, ...(await createCode(ports, id)) };
}

/** What is absent stays. A person beyond the caller, or who would become so, is 403. */
export async function changePerson(
  ports: PersonPorts,
  call: PersonCall,
  id: string,
  change: Partial<Access & { name: string }>,
): Promise<{ before: StoredPerson; after: StoredPerson }> {
  const seen = await requirePerson(ports, call, id);
  await requireGrantable(ports, call.key, { ...seen, ...change, caps: {} }, seen);
  const edit = (person: StoredPerson): StoredPerson => {
    const after = { ...person, ...change };
    requireDelegable(call.key, person);
    requireDelegable(call.key, after);
    return { ...after, bots: normaliseBots(after) };
  };
  return unwrap(await ports.persons.change(id, edit, ports.clock.now()));
}

/** Ends a person with all keys; `heirId`: who gets the units. */
export async function removePerson(ports: PersonPorts, call: PersonCall, id: string, heirId: string | null) {
  await requirePerson(ports, call, id);
  if (heirId !== null) await requirePersonOfBot(ports, call.botId, heirId, 'units');
  const check = (person: StoredPerson, heir: StoredPerson | undefined): void => {
    requireDelegable(call.key, person);
    if (heirId !== null && !heir) throw new GatewayFault('person-not-found', {}, { field: 'units' });
  };
  return unwrap(await ports.persons.remove(id, { heirId, check }, ports.clock.now()));
}

/** 404 for a person who is not good for the bot of the call. */
export async function requirePersonOfBot(
  { persons }: Pick<PersonPorts, 'persons'>,
  botId: number,
  id: string,
  field?: string,
): Promise<StoredPerson> {
  const person = await persons.byId(id);
  if (!person || !grantsBot(person, botId))
    throw new GatewayFault('person-not-found', {}, field === undefined ? {} : { field });
  return person;
}

async function requirePerson(
  ports: PersonPorts,
  { botId, key }: PersonCall,
  id: string,
): Promise<StoredPerson> {
  const person = await requirePersonOfBot(ports, botId, id);
  requireDelegable(key, person);
  return person;
}

async function createCode({ keys, clock }: PersonPorts, personId: string): Promise<InvitationCode> {
  const expiresOn = new Date(clock.now().getTime() + INVITATION_MS);
  return { code: await createSignInCode(keys, clock.now(), { personId, expiresOn }), expiresOn };
}
