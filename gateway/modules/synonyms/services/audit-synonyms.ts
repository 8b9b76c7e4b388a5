import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type { SynonymGroup } from '#gateway/modules/synonyms/model.ts';

export function synonymsSubject({ id, expressions }: Pick<SynonymGroup, 'id' | 'expressions'>): AuditSubject {
  return { kind: 'synonyms', id: String(id), name: expressions.join(' = ') };
}

/** A group of synonyms as audit entries show it. */
export function synonymsFields({ expressions, note }: Pick<SynonymGroup, 'expressions' | 'note'>) {
  return { expressions, note };
}
