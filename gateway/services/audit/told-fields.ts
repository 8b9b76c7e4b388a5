import type { AuditSubject, StoredFile, SynonymGroup, Unit } from '#gateway/model.ts';
import { storedName } from '#gateway/services/files/file-address.ts';
import type { Removal } from '#gateway/services/units/remove-unit.ts';

/** What an audit names and shows of things: what people wrote of them, never their texts. */

export function unitSubject({ id, title }: Pick<Unit, 'id' | 'title'>): AuditSubject {
  return { kind: 'unit', id: String(id), name: title };
}

export function unitFields({ title, description, sources }: Unit) {
  return {
    title,
    description,
    sources: sources.map(({ file, url }) => (file ? (file.name ?? storedName(file)) : (url ?? ''))),
  };
}

/** Into the bin, or gone for good with all that was made from it. */
export function removalFields({
  unit,
  keptUntil,
  passages,
  sources,
  files,
}: Pick<Removal, 'unit' | 'keptUntil' | 'passages' | 'sources' | 'files'>) {
  return {
    before: unitFields(unit),
    after: keptUntil
      ? { binned: true, keptUntil: keptUntil.toISOString() }
      : { removed: { passages, sources, files } },
  };
}

export function fileSubject(file: StoredFile): AuditSubject {
  return { kind: 'file', id: file.id, name: file.name ?? storedName(file) };
}

export function fileFields(file: StoredFile) {
  return { name: file.name ?? storedName(file), mime: file.mime, size: file.size, sha256: file.sha256 };
}

export function synonymsSubject({ id, expressions }: Pick<SynonymGroup, 'id' | 'expressions'>): AuditSubject {
  return { kind: 'synonyms', id: String(id), name: expressions.join(' = ') };
}

export function synonymsFields({ expressions, note }: Pick<SynonymGroup, 'expressions' | 'note'>) {
  return { expressions, note };
}

/** Nothing was changed: said, so that silence stays a fault. */
export const UNCHANGED = { before: {}, after: {} } as const;
