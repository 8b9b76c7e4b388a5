import { sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { RunOrigin } from '#contract/runs.ts';
import {
  NO_UNIT,
  type Run,
  type RunDetails,
  type RunHead,
  type RunText,
} from '#gateway/modules/runs/model.ts';
import type { RunStore } from '#gateway/modules/runs/ports/runs.ts';
import type { RunsTables } from '#gateway/modules/runs/tables.ts';
import { existingUnits } from '#gateway/modules/units/sql/unit-rows.ts';
import { NO_LOCK, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { parseTexts } from '#gateway/sql/json.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { packDetails, unpackDetails } from './pack-details.ts';
import { createRunFigures, isOfOrigin } from './run-figures.ts';
import {
  hasNoVerdict,
  newestVerdicts,
  removeVerdicts,
  verdictMethods,
  verdictsOf,
  withVerdict,
} from './verdicts.ts';

type RunRow = RunsTables['run'];

const HEAD_COLUMNS = [
  'bot_id',
  'id',
  'asked_on',
  'action',
  'origin',
  'outcome',
  'band',
  'certainty',
  'key_name',
  'family',
  'question',
] as const satisfies (keyof RunRow)[];
const LISTED_COLUMNS = HEAD_COLUMNS.map((column) => `run.${column}` as const);

export function createRunStore({ read, change }: SqlDatabase): RunStore {
  return {
    async add(botId, runs, texts) {
      if (runs.length === 0) return;
      const usedOn = Math.max(...runs.map(({ askedOn }) => askedOn.getTime()));
      await change({ bot: botId }, async (trx) => {
        if (texts.length > 0) await keepTexts(trx, botId, texts, usedOn);
        await trx.insertInto('run').values(runs.map(toRow)).execute();
      });
    },

    async list(botId, { search = '', band, family, origin, verdict, before, limit }) {
      let rows = read
        .selectFrom('run')
        .select(LISTED_COLUMNS)
        .where('run.bot_id', '=', botId)
        // Answers of tests are found by their tests.
        .where('run.action', '<>', 'evaluate')
        .$if(verdict === 'none', (query) => query.where(hasNoVerdict));
      if (family !== undefined) rows = rows.where('run.family', '=', family);
      const isNarrow = family !== undefined || band !== undefined;
      if (origin !== undefined)
        rows = isNarrow ? rows.where(isOfOrigin(origin)) : rows.where('run.origin', '=', origin);
      if (band !== undefined) rows = rows.where('run.band', '=', band);
      for (const word of foldText(search).split(' '))
        if (word !== '') rows = rows.where(sql<boolean>`run.folded like ${patternFor(word)} escape '\\'`);
      const isJudged = verdict !== undefined && verdict !== 'none';
      // Verdicts have the moments of their runs, so that few of them are found without reading all runs.
      const [askedOn, lastId] = isJudged
        ? [sql.ref('run_verdict.asked_on'), sql.ref('run_verdict.run_id')]
        : [sql.ref('run.asked_on'), sql.ref('run.id')];
      if (isJudged) rows = withVerdict(rows, botId, verdict);
      if (before)
        rows = rows.where(sql<boolean>`(${askedOn}, ${lastId}) < (${before.askedOn}, ${before.id})`);
      const newest = rows.orderBy(askedOn, 'desc').orderBy(lastId, 'desc').limit(limit);
      const page = await newest.execute();
      const verdicts = await newestVerdicts(
        read,
        botId,
        page.map(({ id }) => id),
      );
      return page.map((row) => ({ ...toHead(row), verdict: verdicts.get(row.id) ?? null }));
    },

    async get(botId, id) {
      const row = await read
        .selectFrom('run')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, id }))
        .executeTakeFirst();
      if (!row) return undefined;
      const details = unpackDetails(row.details);
      const texts = await textsOf(read, botId, details);
      const names = texts.find(({ unitId }) => unitId === NO_UNIT)?.text;
      return {
        run: { ...toHead(row), details },
        names: names === undefined ? null : parseTexts(names),
        texts: texts.filter(({ unitId }) => unitId !== NO_UNIT),
        verdicts: await verdictsOf(read, botId, id),
      };
    },

    ...verdictMethods(change),
    ...createRunFigures(read),
    keptAmong: (botId, ids, origin) => keptAmong(read, botId, ids, origin),

    async questionsAmong(botId, ids, origin) {
      if (ids.length === 0) return new Map();
      const rows = await read
        .selectFrom('run')
        .select(['id', 'question'])
        .where('bot_id', '=', botId)
        .where('id', 'in', ids)
        .$if(origin !== undefined, (query) => query.where(isOfOrigin(origin ?? 'dashboard')))
        .execute();
      return new Map(rows.map(({ id, question }) => [id, question]));
    },

    async remove(botId, id) {
      const { numDeletedRows } = await change({ bot: botId }, async (trx) => {
        await removeVerdicts(trx, [{ bot_id: botId, id }]);
        return trx
          .deleteFrom('run')
          .where((eb) => eb.and({ bot_id: botId, id }))
          .executeTakeFirst();
      });
      return numDeletedRows > 0n;
    },

    expire: (botId, origin, before, limit) =>
      change(NO_LOCK, async (trx) => {
        const old = trx
          .selectFrom('run')
          .select('id')
          .where((eb) => eb.and({ bot_id: botId, origin }))
          .where('asked_on', '<', before.getTime())
          .orderBy('asked_on')
          .limit(limit);
        const removed = await trx
          .deleteFrom('run')
          .where('bot_id', '=', botId)
          .where('id', 'in', old)
          .returning(['bot_id', 'id'])
          .execute();
        await removeVerdicts(trx, removed);
        return removed.length;
      }),

    expireTexts: (before, limit) =>
      change(NO_LOCK, async (trx) => {
        const old = trx
          .selectFrom('run_text')
          .select(['bot_id', 'unit_id', 'hash'])
          .where('used_on', '<', before.getTime())
          .orderBy('used_on')
          .limit(limit);
        const { numDeletedRows } = await trx
          .deleteFrom('run_text')
          .where((eb) =>
            eb(eb.refTuple('bot_id', 'unit_id', 'hash'), 'in', old.$asTuple('bot_id', 'unit_id', 'hash')),
          )
          // A run may have named the text since it was selected.
          .where('used_on', '<', before.getTime())
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

/** Removes the texts of a unit's passages: runs say that they were deleted. */
export async function removeTextsOfUnit(trx: Queries, botId: number, unitId: number): Promise<void> {
  await trx
    .deleteFrom('run_text')
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId }))
    .execute();
}

/** The runs among these ids, of one origin or of both. */
export async function keptAmong(
  db: Reads,
  botId: number,
  ids: readonly string[],
  origin?: RunOrigin,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('run')
    // The outcome is in no index: for a part of the index of origins SQLite would read all of that.
    .select(['id', 'origin', 'outcome'])
    .where('bot_id', '=', botId)
    .where('id', 'in', ids)
    .execute();
  return rows.filter((row) => origin === undefined || row.origin === origin).map(({ id }) => id);
}

/** A unit that was deleted for good while its passages were answered from gets no text any more. */
async function keepTexts(trx: Queries, botId: number, texts: readonly RunText[], usedOn: number) {
  const unitIds = new Set(texts.map(({ unitId }) => unitId).filter((id) => id !== NO_UNIT));
  const existing = await existingUnits(trx, botId, [...unitIds]);
  const lasting = texts.filter(({ unitId }) => unitId === NO_UNIT || existing.has(unitId));
  const byKey = new Map(lasting.map((text) => [`${text.unitId} ${text.hash}`, text]));
  if (byKey.size === 0) return;
  await trx
    .insertInto('run_text')
    .values(
      [...byKey.values()].map(({ unitId, hash, text }) => ({
        bot_id: botId,
        unit_id: unitId,
        hash,
        text,
        used_on: usedOn,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['bot_id', 'unit_id', 'hash']).doUpdateSet({ used_on: usedOn }),
    )
    .execute();
}

async function textsOf(db: Reads, botId: number, { names, passages }: RunDetails): Promise<RunText[]> {
  const keys = passages.map(({ unitId, hash }) => ({ unitId, hash }));
  if (names !== null) keys.push({ unitId: NO_UNIT, hash: names });
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('run_text')
    .select(['unit_id', 'hash', 'text'])
    .where('bot_id', '=', botId)
    .where((eb) => eb.or(keys.map(({ unitId, hash }) => eb.and({ unit_id: unitId, hash }))))
    .execute();
  return rows.map(({ unit_id: unitId, hash, text }) => ({ unitId, hash, text }));
}

const toRow = ({ details, ...run }: Run): RunRow => ({
  bot_id: run.botId,
  id: run.id,
  asked_on: run.askedOn.getTime(),
  action: run.action,
  origin: run.origin,
  outcome: run.outcome,
  band: run.band,
  certainty: run.certainty,
  key_name: run.keyName,
  family: run.family,
  question: run.question,
  folded: foldText(run.question),
  details: packDetails(details),
});

const toHead = (row: Pick<RunRow, (typeof HEAD_COLUMNS)[number]>): Omit<RunHead, 'verdict'> => ({
  botId: row.bot_id,
  id: row.id,
  askedOn: new Date(row.asked_on),
  action: row.action,
  origin: row.origin,
  outcome: row.outcome,
  band: row.band,
  certainty: row.certainty,
  keyName: row.key_name,
  family: row.family,
  question: row.question,
});
