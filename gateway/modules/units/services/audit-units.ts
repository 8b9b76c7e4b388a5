import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { storedName } from '#gateway/modules/files/services/signed-url.ts';
import type { Unit, Validity } from '#gateway/modules/units/model.ts';
import type { UnitRemoval } from './write-unit.ts';

/** A unit as audit entries show it: its names, never its texts. */
export function unitFields({ title, description, sources }: Unit) {
  return {
    title,
    description,
    sources: sources.map(({ file, url }) => (file ? (file.name ?? storedName(file)) : (url ?? ''))),
  };
}

/** Of the contract, in entries and views alike. */
export function validityFields({ isOff, validFrom, validUntil }: Validity) {
  return {
    off: isOff,
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  };
}

export function unitSubject({ id, title }: Pick<Unit, 'id' | 'title'>): AuditSubject {
  return { kind: 'unit', id: String(id), name: title };
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
