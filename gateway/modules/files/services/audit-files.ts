import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import { storedName } from './signed-url.ts';

export function fileSubject(file: StoredFile): AuditSubject {
  return { kind: 'file', id: file.id, name: file.name ?? storedName(file) };
}

/** A file as audit entries show it: never its text. */
export function fileFields(file: StoredFile) {
  return { name: file.name ?? storedName(file), mime: file.mime, size: file.size, sha256: file.sha256 };
}
