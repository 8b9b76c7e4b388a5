import { type Kysely, sql } from 'kysely';
import { type Draft, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/** Reports of wrong answers; kept runs by their question, and by day. */
export async function addReports(db: Kysely<unknown>): Promise<void> {
  const steps = [
    numbers('bot_id', 'id'),
    texts('run_id', 'question', 'folded', 'reason', 'note'),
    texts('reporter_id', 'reporter_name', 'owner_id', 'owner_name'),
    maybeNumbers('unit_id'),
    texts('unit_title', 'section_title'),
    numbers('reported_on', 'opened_on', 'knowledge'),
    texts('state'),
    maybeNumbers('test_id'),
    maybeTexts('closed_as'),
    texts('closed_by', 'closed_note'),
    maybeNumbers('closed_on', 'closed_in'),
    numbers('is_unseen'),
    key('bot_id', 'id'),
  ];
  await steps.reduce((draft, step) => step(draft), db.schema.createTable('report') as Draft).execute();
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index('report_list', 'report', 'bot_id', 'state', 'id');
  await index('report_of_owner', 'report', 'bot_id', 'owner_id', 'state', 'id');
  await index('report_of_reporter', 'report', 'bot_id', 'reporter_id', 'state', 'id');
  await index('report_of_run', 'report', 'bot_id', 'run_id', 'reporter_id');
  await index('report_of_test', 'report', 'bot_id', 'test_id');
  await index('report_age', 'report', 'closed_on');
  await index('run_of_day', 'run', 'bot_id', 'action', 'asked_on', 'band');
  // Questions may be longer than a row of an index.
  await sql`create index run_of_question on run (bot_id, substr(folded, 1, 200))`.execute(db);
}
