import { type Kysely, sql } from 'kysely';
import { titleKey } from '#common/title-key.ts';

/**
 * Titles that look the same have the same key now, whatever unseen characters or shapes of letters they are written with.
 * Where two titles of one bot have come to look the same, the second keeps its key, by which nothing is found any more:
 * it answers again once it is renamed. A unit in the bin claims its title when it is restored, so its key is renewed anyway.
 */
export async function renewTitleKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<TitleRow>`
    select bot_id, title_key, unit_id from unit_title order by bot_id, alias, unit_id`.execute(db);
  const taken = new Set(rows.map(({ bot_id, title_key }) => `${bot_id} ${title_key}`));
  for (const { bot_id, title_key, unit_id } of rows) {
    const renewed = titleKey(title_key);
    if (renewed === title_key || renewed === '' || taken.has(`${bot_id} ${renewed}`)) continue;
    taken.add(`${bot_id} ${renewed}`);
    await sql`
      update unit_title set title_key = ${renewed}
      where bot_id = ${bot_id} and title_key = ${title_key}`.execute(db);
    await sql`
      update unit set title_key = ${renewed}
      where bot_id = ${bot_id} and id = ${unit_id} and title_key = ${title_key}`.execute(db);
  }
  await renewBin(db);
}

async function renewBin(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<BinnedRow>`
    select bot_id, id, title_key, binned_aliases from unit where deleted_on is not null`.execute(db);
  for (const { bot_id, id, title_key, binned_aliases } of rows) {
    const renewed = titleKey(title_key) || title_key;
    const aliases = JSON.stringify(
      (JSON.parse(binned_aliases) as string[]).map((key) => titleKey(key) || key),
    );
    if (renewed === title_key && aliases === binned_aliases) continue;
    await sql`
      update unit set title_key = ${renewed}, binned_aliases = ${aliases}
      where bot_id = ${bot_id} and id = ${id}`.execute(db);
  }
}

interface BinnedRow {
  bot_id: number;
  id: number;
  title_key: string;
  binned_aliases: string;
}

interface TitleRow {
  bot_id: number;
  title_key: string;
  unit_id: number;
}
