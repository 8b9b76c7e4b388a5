import type { Kysely } from 'kysely';

/** Kept questions that proofs ask beside the tests: how many, and those that drafts answer otherwise. */
export async function addKeptQuestions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('evaluation').addColumn('questions', 'text').execute();
}
