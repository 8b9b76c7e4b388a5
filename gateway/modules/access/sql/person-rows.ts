import { hasRight, LISTED_RIGHTS } from '#contract/rights.ts';
import type { PersonRef, Role } from '#contract/session.ts';
import { type Access, grantsBot, type StoredKey, type StoredPerson } from '#gateway/modules/access/model.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** Also written by migration 031. */
const FIRST_OWNER_ID = 'first-owner';

export const toPerson = (row: Tables['person']): StoredPerson => ({
  id: row.id,
  name: row.name,
  role: row.role,
  bots: parseStored(row.bots) as number[],
  allBots: row.all_bots === 1,
  createdOn: new Date(row.created_on),
  removedOn: toDate(row.removed_on),
});

export const fromPerson = (person: StoredPerson): Tables['person'] => ({
  id: person.id,
  name: person.name,
  role: person.role,
  bots: JSON.stringify(person.bots),
  all_bots: person.allBots ? 1 : 0,
  created_on: person.createdOn.getTime(),
  removed_on: person.removedOn?.getTime() ?? null,
});

/** The person, unless removed. */
export async function presentPerson(db: Reads, id: string): Promise<StoredPerson | undefined> {
  const row = await db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('removed_on', 'is', null)
    .executeTakeFirst();
  return row && toPerson(row);
}

/** The person, unless removed or not good for the bot; whose access changes meanwhile waits for the scope of the bot. */
export async function personOfBot(
  trx: Queries,
  botId: number,
  id: string | null,
): Promise<StoredPerson | undefined> {
  const person = id === null ? undefined : await presentPerson(trx, id);
  return person && grantsBot(person, botId) ? person : undefined;
}

/** People by id, as others name them. */
export async function namePersons(db: Reads, ids: readonly string[]): Promise<Map<string, PersonRef>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Whom links without a person sign in: the person that the first of them makes, as long as that is an owner of all bots,
 * else the oldest owner of all bots. An installation without an owner gets `fresh`.
 */
export async function firstOwner(trx: Queries, fresh: StoredPerson): Promise<StoredPerson> {
  const rows = await trx.selectFrom('person').selectAll().orderBy('created_on').orderBy('id').execute();
  const people = rows.map(toPerson);
  const owners = people.filter(({ role, allBots, removedOn }) => role === 'owner' && allBots && !removedOn);
  const first = owners.find(({ id }) => id === FIRST_OWNER_ID);
  const wasMade = people.some(({ id }) => id === FIRST_OWNER_ID);
  const owner = first ?? (wasMade ? owners[0] : undefined);
  if (owner) return owner;
  const person = wasMade ? fresh : { ...fresh, id: FIRST_OWNER_ID };
  await trx.insertInto('person').values(fromPerson(person)).execute();
  return person;
}

const grantsNoMore = (role: Role, other: Role): boolean =>
  LISTED_RIGHTS.every((right) => !hasRight(role, right) || hasRight(other, right));

/** Whether a key may do no more than its person, and with no other bots. */
export function isWithin(key: Access, person: Access): boolean {
  const isLess = grantsNoMore(key.role, person.role);
  if (!isLess || person.allBots) return isLess;
  return !key.allBots && key.bots.every((bot) => person.bots.includes(bot));
}

/**
 * The access of a key after its person's changed: a session that had all that the person had follows; other keys are
 * narrowed to what the person still has. Undefined where no bot is left, or no role that grants neither more than the key
 * had nor more than the person has.
 */
export function followPerson(key: StoredKey, before: Access, after: Access): StoredKey | undefined {
  const { role, bots, allBots } = after;
  if (key.createdBy === 'code' && isWithin(before, key))
    return { ...key, role, bots, allBots, caps: role === 'owner' ? {} : key.caps };
  if (isWithin(key, after)) return key;
  const rest = key.allBots ? bots : allBots ? key.bots : key.bots.filter((bot) => bots.includes(bot));
  if (!allBots && rest.length === 0) return undefined;
  const lesser = [key.role, role].find((other) => grantsNoMore(other, key.role) && grantsNoMore(other, role));
  return lesser && { ...key, role: lesser, bots: rest, allBots: key.allBots && allBots };
}

/** Takes a bot that is gone out of people; who is left without a bot is removed. */
export async function takeBotFromPersons(trx: Queries, botId: number, on: number): Promise<void> {
  const rows = await trx
    .selectFrom('person')
    .select(['id', 'bots'])
    .where('all_bots', '=', 0)
    .where('removed_on', 'is', null)
    .execute();
  for (const { id, bots } of rows) {
    const rest = (parseStored(bots) as number[]).filter((bot) => bot !== botId);
    if (rest.length === (parseStored(bots) as number[]).length) continue;
    const change = rest.length > 0 ? { bots: JSON.stringify(rest) } : { removed_on: on };
    await trx.updateTable('person').set(change).where('id', '=', id).execute();
  }
}
