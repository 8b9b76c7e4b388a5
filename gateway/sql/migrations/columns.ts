import type { CreateTableBuilder } from 'kysely';

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

export function key(...names: string[]) {
  return (draft: Draft): Draft => draft.addPrimaryKeyConstraint(`${names.join('_')}_key`, names);
}
