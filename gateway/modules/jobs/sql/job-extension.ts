import type { SqlExtension } from '#gateway/sql/extensions.ts';

export const jobExtension: SqlExtension = {
  async holdings(db) {
    const rows = await db
      .selectFrom('job')
      .select((eb) => ['lease_owner as owner', eb.fn.countAll<number>().as('count')])
      .where('lease_owner', 'is not', null)
      .groupBy('lease_owner')
      .execute();
    return { leases: new Map(rows.map(({ owner, count }) => [owner ?? '', count])) };
  },
};
