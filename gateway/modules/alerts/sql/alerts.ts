import type { Clock } from '#gateway/core/clock.ts';
import { activeBots } from '#gateway/modules/access/sql/bot-rows.ts';
import type {
  Alert,
  AlertEvent,
  AlertRule,
  AlertStore,
  RenderAlertBody,
} from '#gateway/modules/alerts/ports/alerts.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { toAlert } from './alert-rows.ts';
import { queueForSubscribers } from './queue-delivery.ts';

export function createAlertStore(db: SqlDatabase, clock: Clock): AlertStore {
  return {
    listMonitoredBots(only) {
      const bots = activeBots(db.read).select(['id', 'name']).orderBy('id');
      return (only === undefined ? bots : bots.where('id', '=', only)).execute();
    },
    ...ruleMethods(db),
    ...listMethods(db.read),
    listOpen: (bots, page) => listOpenAlerts(db.read, bots, page),
    ...transitionMethods(db, clock),
  };
}

function ruleMethods({ read, change }: SqlDatabase): Pick<AlertStore, 'rules' | 'setRules'> {
  return {
    async rules(botId) {
      const row = await read
        .selectFrom('alert_rules')
        .select('rules')
        .where('bot_id', '=', botId)
        .executeTakeFirst();
      return row && (parseStored(row.rules) as AlertRule[]);
    },

    async setRules(botId, rules) {
      const text = JSON.stringify(rules);
      await change({ bot: botId }, (trx) =>
        trx
          .insertInto('alert_rules')
          .values({ bot_id: botId, version: 1, rules: text })
          .onConflict((conflict) =>
            conflict
              .column('bot_id')
              .doUpdateSet((eb) => ({ rules: text, version: eb('alert_rules.version', '+', 1) })),
          )
          .execute(),
      );
    },
  };
}

function listMethods(reads: Reads): Pick<AlertStore, 'open' | 'latest' | 'list'> {
  const ofBot = (botId: number) => reads.selectFrom('alert').where('bot_id', '=', botId);
  return {
    async open(botId) {
      const rows = await ofBot(botId).selectAll().where('cleared_on', 'is', null).orderBy('id').execute();
      return rows.map(toAlert);
    },

    async latest(botId, causes) {
      if (causes.length === 0) return [];
      const newest = ofBot(botId)
        .select((eb) => eb.fn.max('id').as('id'))
        .where('cause', 'in', causes)
        .groupBy('cause');
      const rows = await ofBot(botId).selectAll().where('id', 'in', newest).execute();
      return rows.map(toAlert);
    },

    async list(botId, { onlyOpen, offset, limit }) {
      const all = ofBot(botId);
      const ofOpen = all.where('cleared_on', 'is', null);
      const query = onlyOpen ? ofOpen : all;
      const rows = await query.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
      return { items: rows.map(toAlert), total: await countRows(query), open: await countRows(ofOpen) };
    },
  };
}

async function listOpenAlerts(
  reads: Reads,
  ...[bots, { offset, limit }]: Parameters<AlertStore['listOpen']>
): ReturnType<AlertStore['listOpen']> {
  if (bots.length === 0) return { items: [], total: 0 };
  const open = reads
    .selectFrom('alert')
    .where('bot_id', 'in', activeBots(reads).select('id'))
    .where('cleared_on', 'is', null)
    .$if(bots !== 'all', (query) => query.where('bot_id', 'in', bots as number[]));
  const [rows, total] = await Promise.all([
    open
      .selectAll()
      .orderBy('fired_on', 'desc')
      .orderBy('bot_id')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    countRows(open),
  ]);
  const ids = new Set(rows.map(({ bot_id }) => bot_id));
  const named =
    ids.size === 0
      ? []
      : await activeBots(reads)
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const items = rows.map((row) => ({ ...toAlert(row), botName: names.get(row.bot_id) ?? '' }));
  return { items, total };
}

type Transitions = Pick<AlertStore, 'fire' | 'clear' | 'recordSeen'>;

function transitionMethods({ change }: SqlDatabase, clock: Clock): Transitions {
  const now = () => clock.now().getTime();
  return {
    fire: (botId, firing, describe) =>
      change({ bot: botId }, async (trx) => {
        const existing = trx
          .selectFrom('alert')
          .select('id')
          .where((eb) => eb.and({ bot_id: botId, cause: firing.dedupKey, after_id: firing.previousId }));
        if (await existing.executeTakeFirst()) return undefined;
        const moment = now();
        const row = await trx
          .insertInto('alert')
          .values({
            bot_id: botId,
            id: await nextId(trx, botId, 'alert'),
            kind: firing.kind,
            ledger: firing.ledger,
            threshold: firing.threshold,
            cause: firing.dedupKey,
            after_id: firing.previousId,
            details: JSON.stringify(firing.details),
            fired_on: moment,
            seen_on: moment,
            cleared_on: null,
          })
          .onConflict((conflict) => conflict.columns(['bot_id', 'cause', 'after_id']).doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        return queueAlertDeliveries(trx, toAlert(row), 'alert.fired', describe, moment);
      }),

    clear: (botId, id, describe) =>
      change({ bot: botId }, async (trx) => {
        const moment = now();
        const row = await trx
          .updateTable('alert')
          .set({ cleared_on: moment })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .where('cleared_on', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        return queueAlertDeliveries(trx, toAlert(row), 'alert.cleared', describe, moment);
      }),

    async recordSeen(botId, id, on) {
      await change({ bot: botId }, (trx) =>
        trx
          .updateTable('alert')
          .set({ seen_on: on.getTime() })
          .where((eb) => eb.and({ bot_id: botId, id }))
          .where('seen_on', '<', on.getTime())
          .execute(),
      );
    },
  };
}

/** Queues one delivery for each enabled webhook that subscribes to the alert's kind. */
async function queueAlertDeliveries(
  trx: Queries,
  alert: Alert,
  event: AlertEvent,
  describe: RenderAlertBody,
  moment: number,
): Promise<Alert> {
  const { botId, kind, id: alertId } = alert;
  await queueForSubscribers(trx, { botId, kind, alertId, event }, () => describe(alert), moment);
  return alert;
}
