import { grantsBot, type StoredPerson } from '#gateway/modules/access/model.ts';
import type { PersonStore } from '#gateway/modules/access/ports/persons.ts';
import type { Queries, Reads, Scope, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtensions } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import { forgettingChange } from '#gateway/sql/recent-rows.ts';
import { botsLosingOwner, changeKeyRow, keysOfPerson } from './keys.ts';
import { followPerson, fromPerson, presentPerson, toPerson } from './person-rows.ts';

export function createPersonStore(
  db: SqlDatabase,
  { handOverUnits: handOver }: Pick<SqlExtensions, 'handOverUnits'>,
  recentKeys: { forget(): void },
): PersonStore {
  const { read, change } = db;
  const changeKeys = forgettingChange(db, recentKeys);
  /** A write of people, keys and owners of units in all bots. */
  async function writing<Result>(work: (trx: Queries, bots: number[]) => Promise<Result>): Promise<Result> {
    const rows = await read.selectFrom('bot').select('id').where('purged_on', 'is', null).execute();
    const bots = rows.map(({ id }) => id);
    const scopes: Scope[] = ['global', ...bots.map((bot) => ({ bot }))];
    return changeKeys(scopes, (trx) => work(trx, bots));
  }

  return {
    byId: (id) => presentPerson(read, id),

    list: () => listPersons(read),

    async insert(person) {
      await change('global', (trx) => trx.insertInto('person').values(fromPerson(person)).execute());
    },

    change: (id, edit, on) =>
      writing(async (trx, bots) => {
        const before = await presentPerson(trx, id);
        if (!before) return { conflict: 'person-missing' };
        const after = edit(before);
        const keys = await keysOfPerson(trx, id, on);
        const pairs = keys.map((key) => ({ before: key, after: followPerson(key, before, after) }));
        const losing = await botsLosingOwner(trx, pairs, on);
        if (losing.length > 0) return { conflict: 'last-owner', bots: losing };
        for (const pair of pairs) await changeKeyRow(trx, pair.after ?? { ...pair.before, revokedOn: on });
        await updatePerson(trx, after);
        const lost = bots.filter((bot) => grantsBot(before, bot) && !grantsBot(after, bot));
        await handOver(trx, { from: id, to: null, bots: lost });
        return { before, after };
      }),

    remove: (id, { heirId, check }, on) =>
      writing(async (trx, bots) => {
        const person = await presentPerson(trx, id);
        const heir = heirId === null || heirId === id ? undefined : await presentPerson(trx, heirId);
        if (!person) return { conflict: 'person-missing' };
        check(person, heir);
        const keys = await keysOfPerson(trx, id, on);
        const pairs = keys.map((before) => ({ before, after: undefined }));
        const losing = await botsLosingOwner(trx, pairs, on);
        if (losing.length > 0) return { conflict: 'last-owner', bots: losing };
        await revokeAccess(trx, id, on);
        await updatePerson(trx, { ...person, removedOn: on });
        const inherited = heir ? bots.filter((bot) => grantsBot(heir, bot)) : [];
        const rest = bots.filter((bot) => !inherited.includes(bot));
        const given = await handOver(trx, { from: id, to: heir?.id ?? null, bots: inherited });
        const orphaned = await handOver(trx, { from: id, to: null, bots: rest });
        return { person, keys, units: given + orphaned };
      }),
  };
}

const updatePerson = (trx: Queries, person: StoredPerson) =>
  trx.updateTable('person').set(fromPerson(person)).where('id', '=', person.id).execute();

async function listPersons(db: Reads): ReturnType<PersonStore['list']> {
  const rows = await db
    .selectFrom('person')
    .leftJoin('api_key', 'api_key.person_id', 'person.id')
    .selectAll('person')
    .select((eb) => eb.fn.max<number | null>('api_key.last_used_on').as('seen'))
    .where('person.removed_on', 'is', null)
    .groupBy('person.id')
    .orderBy('person.created_on')
    .orderBy('person.id')
    .execute();
  return rows.map(({ seen, ...row }) => ({ ...toPerson(row), lastSeenOn: toDate(seen) }));
}

/** Revokes the keys of a person, and the codes that would make more. */
async function revokeAccess(trx: Queries, personId: string, on: Date): Promise<void> {
  await trx
    .updateTable('api_key')
    .set({ revoked_on: on.getTime() })
    .where('person_id', '=', personId)
    .where('revoked_on', 'is', null)
    .execute();
  await trx.deleteFrom('sign_in_code').where('person_id', '=', personId).execute();
}
