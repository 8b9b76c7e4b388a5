import { normaliseWord } from '#common/fold-text.ts';
import type { RetrievedDocument } from '#contract/answers.ts';

const PATH_SEPARATOR = ' › ';

const fold = (title: string) => title.split(/\s+/u).map(normaliseWord).filter(Boolean).join(' ');
const pathOf = ({ metadata }: RetrievedDocument) =>
  metadata['Section Title'].split(PATH_SEPARATOR).filter((part) => part.trim() !== '');

/**
 * The headings above a passage, outermost first, without the title of its document: that is the first heading where it
 * repeats the unit's title or stands above every passage listed of the same file, and more often than not the first of
 * three.
 */
export function passagePath(
  document: RetrievedDocument,
  unitTitle: string | undefined,
  listed: readonly RetrievedDocument[],
): string[] {
  const path = pathOf(document);
  const [first, ...rest] = path;
  if (first === undefined) return [];
  if (unitTitle !== undefined && fold(first) === fold(unitTitle)) return rest;
  const siblings = listed.filter(({ metadata }) => metadata.file_id === document.metadata.file_id);
  const isTitle =
    path.length > 2 || (siblings.length > 1 && siblings.every((sibling) => pathOf(sibling)[0] === first));
  return isTitle && rest.length > 0 ? rest : path;
}
