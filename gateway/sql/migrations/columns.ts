import type { CreateTableBuilder, Kysely } from 'kysely';

/** A table that is being drawn. */
export type Draft = CreateTableBuilder<string, string>;

function columns(type: 'bigint' | 'text', required: boolean) {
  return (...names: string[]) =>
    (draft: Draft): Draft =>
      names.reduce(
        (table, name) => table.addColumn(name, type, (column) => (required ? column.notNull() : column)),
        draft,
      );
}

export const numbers = columns('bigint', true);
export const maybeNumbers = columns('bigint', false);
export const texts = columns('text', true);
export const maybeTexts = columns('text', false);

/** The primary key. Its name begins with the table's: in PostgreSQL it is one of the schema's. */
export function key(...names: string[]) {
  return (draft: Draft): Draft =>
    draft.addPrimaryKeyConstraint(`${draft.toOperationNode().table.table.identifier.name}_key`, names);
}

/** Creates a table step by step: its columns in their order, then its key. */
export async function createTable(
  db: Kysely<unknown>,
  table: string,
  ...steps: ((draft: Draft) => Draft)[]
): Promise<void> {
  await steps.reduce((draft, step) => step(draft), db.schema.createTable(table) as Draft).execute();
}
