import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { storedName } from '#gateway/modules/files/services/signed-url.ts';
import type { SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { UnitRemoval } from '#gateway/modules/units/services/write-unit.ts';

/** The names and fields of things that audit entries show: never their texts. */

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
}: Pick<UnitRemoval, 'unit' | 'keptUntil' | 'passages' | 'sources' | 'files'>) {
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

/** Recorded where nothing was changed, since an audited call that records nothing is a fault. */
export const UNCHANGED = { before: {}, after: {} } as const;
