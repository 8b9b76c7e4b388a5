import type { Kysely } from 'kysely';
import { createTable, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/** Verdicts of runs, tests with their sets, and evaluations with what each of them changed. */
export async function addEvaluation(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await createTable(
    db,
    'run_verdict',
    numbers('bot_id'),
    texts('run_id', 'family', 'key_name', 'verdict', 'note'),
    numbers('judged_on', 'asked_on', 'is_newest'),
    key('bot_id', 'run_id', 'family'),
  );
  await index('run_verdict_list', 'run_verdict', 'bot_id', 'is_newest', 'verdict', 'asked_on', 'run_id');
  await createTable(
    db,
    'test_set',
    numbers('bot_id', 'id'),
    texts('name', 'name_key', 'tags', 'key_name'),
    numbers('created_on', 'modified_on'),
    key('bot_id', 'id'),
  );
  await createTable(
    db,
    'test',
    numbers('bot_id', 'id', 'set_id'),
    texts('question', 'folded', 'request', 'expectation', 'history', 'tags', 'folded_tags'),
    texts('key_name', 'family'),
    numbers('created_on', 'modified_on', 'revision'),
    texts('outcome'),
    numbers('since_on'),
    maybeTexts('because', 'band', 'fingerprint', 'run_id', 'from_run_id'),
    texts('passages', 'quote_units'),
    maybeNumbers('asked_on', 'asked_in'),
    key('bot_id', 'id'),
  );
  await index('test_of_set', 'test', 'bot_id', 'set_id', 'outcome', 'id');
  await index('test_in_set', 'test', 'bot_id', 'set_id', 'id');
  await index('test_of_outcome', 'test', 'bot_id', 'outcome', 'id');
  await index('test_of_family', 'test', 'bot_id', 'family', 'id');
  await index('test_changed', 'test', 'bot_id', 'since_on', 'id');
  await index('test_of_run', 'test', 'bot_id', 'from_run_id', 'id');
  await createTable(
    db,
    'evaluation',
    numbers('bot_id', 'id'),
    texts('reason', 'state'),
    numbers('started_on'),
    maybeNumbers('ended_on', 'from_state'),
    numbers('to_state', 'tests', 'asked', 'lost', 'gained', 'changed', 'has_losses', 'has_changes'),
    texts('units'),
    numbers('more'),
    key('bot_id', 'id'),
  );
  await index('evaluation_losses', 'evaluation', 'bot_id', 'has_losses', 'id');
  await index('evaluation_changes', 'evaluation', 'bot_id', 'has_changes', 'id');
  await index('evaluation_age', 'evaluation', 'started_on');
  await createTable(
    db,
    'evaluation_change',
    numbers('bot_id', 'evaluation_id', 'test_id', 'place'),
    texts('question', 'before_outcome', 'after_outcome'),
    maybeTexts('before_band', 'after_band', 'before_run_id', 'after_run_id'),
    texts('because'),
    key('bot_id', 'evaluation_id', 'test_id'),
  );
  await index('evaluation_change_list', 'evaluation_change', 'bot_id', 'evaluation_id', 'place', 'test_id');
  await createTable(
    db,
    'evaluation_state',
    numbers('bot_id', 'number'),
    texts('engine', 'units'),
    maybeTexts('next_units'),
    key('bot_id'),
  );
}
