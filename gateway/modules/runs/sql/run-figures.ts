import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { RunOrigin } from '#contract/runs.ts';
import type { AskedQuestion } from '#gateway/modules/runs/model.ts';
import type { RunStore } from '#gateway/modules/runs/ports/runs.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { unpackDetails } from './pack-details.ts';

/** Characters of a question in the index `run_of_question`. */
const INDEXED_CHARACTERS = 200;
/** Clocks of all zones change at a quarter of an hour. */
const QUARTER_HOUR_MS = 900_000;
/** Answers of tests say nothing of what people ask. */
const ASKED = ['answer', 'streamAnswer'] as const;

/** Runs of an origin, by an index of something rarer: that of origins would read nearly all runs. */
export const isOfOrigin = (origin: RunOrigin): RawBuilder<SqlBool> =>
  sql`run.origin || '' = ${sql.lit(origin)}`;

type Figures = Pick<RunStore, 'countAsked' | 'frequent' | 'unanswered' | 'newestDetails' | 'countBands'>;

/** What kept questions add up to; each read is bounded, or served by an index alone. */
export function createRunFigures(db: Reads): Figures {
  return {
    async countAsked(botId, question, max) {
      const folded = foldText(question);
      const start = Array.from(folded).slice(0, INDEXED_CHARACTERS).join('');
      const rows = await db
        .selectFrom('run')
        .select('id')
        .where('bot_id', '=', botId)
        .where(sql<boolean>`substr(folded, 1, 200) = ${start}`)
        .where('folded', '=', folded)
        .where('action', 'in', ASKED)
        .limit(max)
        .execute();
      return rows.length;
    },

    async frequent(botId, { since, among, limit }) {
      const newest = db
        .selectFrom('run')
        .select(['id', 'folded', 'asked_on'])
        .where('bot_id', '=', botId)
        .where('action', 'in', ASKED)
        .where('outcome', '<>', 'failed')
        .where('asked_on', '>=', since.getTime())
        .orderBy('asked_on', 'desc')
        .limit(among);
      const places = db.selectFrom(newest.as('newest')).select((eb) => [
        'id',
        'asked_on',
        eb.fn
          .countAll<number>()
          .over((over) => over.partitionBy('folded'))
          .as('times'),
        eb.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('folded').orderBy('asked_on', 'desc').orderBy('id'))
          .as('place'),
      ]);
      return db
        .selectFrom(places.as('question'))
        .select(['id', 'times'])
        .where('place', '=', 1)
        .orderBy('times', 'desc')
        .orderBy('asked_on', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    async unanswered(botId, { since, limit, origin }) {
      const ofBand = (band: AskedQuestion['band']) =>
        db
          .selectFrom('run')
          .select(['id', 'question', 'folded', 'asked_on', 'origin'])
          .where((eb) => eb.and({ bot_id: botId, band }))
          .$if(origin !== undefined, (query) => query.where(isOfOrigin(origin ?? 'dashboard')))
          .where('action', 'in', ASKED)
          .where('asked_on', '>=', since.getTime())
          .orderBy('asked_on', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
      const [notFound, weak] = [await ofBand('not-found'), await ofBand('weak')];
      const toQuestion =
        (band: AskedQuestion['band']) =>
        ({ id, question, folded, origin: from, asked_on }: (typeof weak)[number]): AskedQuestion => ({
          id,
          question,
          folded,
          origin: from,
          askedOn: new Date(asked_on),
          band,
        });
      return [...notFound.map(toQuestion('not-found')), ...weak.map(toQuestion('weak'))]
        .toSorted((a, b) => b.askedOn.getTime() - a.askedOn.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },

    async newestDetails(botId, { since, limit }) {
      const rows = await db
        .selectFrom('run')
        .select('details')
        .where('bot_id', '=', botId)
        .where('action', 'in', ASKED)
        .where('asked_on', '>=', since.getTime())
        .orderBy('asked_on', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ details }) => unpackDetails(details));
    },

    async countBands(botId, since) {
      const quarter = sql<number>`asked_on / ${sql.lit(QUARTER_HOUR_MS)}`;
      const rows = await db
        .selectFrom('run')
        .select((eb) => ['band', quarter.as('quarter'), eb.fn.countAll<number>().as('runs')])
        .where('bot_id', '=', botId)
        .where('action', 'in', ASKED)
        .where('asked_on', '>=', since.getTime())
        .groupBy(['band', quarter])
        .execute();
      return rows.map(({ band, quarter: number, runs }) => ({
        band,
        from: new Date(number * QUARTER_HOUR_MS),
        runs,
      }));
    },
  };
}
