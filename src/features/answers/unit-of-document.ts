import type { KnowledgeUnit } from '#contract/knowledge.ts';

function segments(address: string): string[] {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return path.split('/').flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)];
    } catch {
      return [part];
    }
  });
}

/** A stored file's path and its signed address share the file's name and the folder or id that holds it. */
function isSame(fileId: string, content: string): boolean {
  if (fileId === content) return true;
  const [id, address] = [segments(fileId), segments(content)];
  if (id.at(-1) !== address.at(-1)) return false;
  const folders = id.slice(0, -1).filter((part) => part.length > 3);
  return folders.length === 0 || folders.some((part) => address.includes(part));
}

/** The searched unit that a document comes from; undefined where it cannot be told. */
export function unitOfDocument(
  fileId: string,
  searched: readonly (KnowledgeUnit | null | undefined)[],
): KnowledgeUnit | undefined {
  const units = searched.filter((unit) => unit !== null && unit !== undefined);
  const found = units.filter((unit) =>
    unit.aiKnowledgeSources.some(({ content }) => isSame(fileId, content)),
  );
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  // One unit was searched, so it is that one, whatever its gateway calls the file.
  return searched.length === 1 ? units[0] : undefined;
}

/** A file's name, or the address of a page. */
export function nameOfDocument(fileId: string): string {
  return /^https?:/u.test(fileId) ? fileId.replace(/^https?:\/\//u, '') : (segments(fileId).at(-1) ?? fileId);
}
