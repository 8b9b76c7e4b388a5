import type { KnowledgeUnit } from '#contract/knowledge.ts';

function pathSegments(address: string): string[] {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return path.split('/').flatMap((part) => {
    try {
      return part === '' ? [] : [decodeURIComponent(part)];
    } catch {
      return [part];
    }
  });
}

/** Whether a file id and a source's address name the same file: they share the file name and its folder or id. */
function isSameFile(fileId: string, content: string): boolean {
  if (fileId === content) return true;
  if (fileId === '') return false;
  const [id, address] = [pathSegments(fileId), pathSegments(content)];
  if (id.at(-1) !== address.at(-1)) return false;
  const folders = id.slice(0, -1).filter((part) => part.length > 3);
  return folders.length === 0 || folders.some((part) => address.includes(part));
}

/** The searched unit that a document comes from; undefined where that is not known. */
export function findUnitOfPassage(
  fileId: string,
  searchedUnits: readonly (KnowledgeUnit | null | undefined)[],
): KnowledgeUnit | undefined {
  const units = searchedUnits.filter((unit) => unit !== null && unit !== undefined);
  const matches = units.filter((unit) =>
    unit.aiKnowledgeSources.some(({ content }) => isSameFile(fileId, content)),
  );
  if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined;
  // With a single searched unit no match is needed.
  return searchedUnits.length === 1 ? units[0] : undefined;
}

/** A file's name, or the address of a page. */
export function fileNameOf(fileId: string): string {
  return /^https?:/u.test(fileId)
    ? fileId.replace(/^https?:\/\//u, '')
    : (pathSegments(fileId).at(-1) ?? fileId);
}
