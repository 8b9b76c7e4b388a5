import { titleKey } from '#common/title-key.ts';
import type { DryReading } from '#contract/readings.ts';
import type { FormValues, IntakeState, Item } from './intake-types.ts';
import { suggestTitleFromDocument, suggestTitleFromFile, suggestTitleFromUrl } from './suggest-title.ts';

/** The first title of an item, before it was read. */
export const suggestTitle = (item: Item): string =>
  item.kind === 'file' ? suggestTitleFromFile(item.name) : suggestTitleFromUrl(item.url);

/** Whether a title is still the one that the page gave: the suggestion, with a number where it was there twice. */
function isSuggested(title: string, item: Item): boolean {
  const suggested = suggestTitle(item);
  return (
    title === suggested ||
    (title.startsWith(`${suggested} `) && /^\d{1,3}$/u.test(title.slice(suggested.length + 1)))
  );
}

/**
 * Titles of documents that were read since, for items whose title nobody typed; `seen` are the keys of all items with a
 * title of their own, which get none a second time. A title that another item has stays that one's: pages of a site that
 * all have its name keep those of their addresses.
 */
export function titlesFromDocuments(
  { items, registrations }: Pick<IntakeState, 'items' | 'registrations'>,
  texts: FormValues['items'],
  readingOf: (item: Item) => DryReading | undefined,
): { titles: Record<string, string>; seen: string[] } {
  const taken = new Set(items.map(({ key }) => titleKey(texts[key]?.title ?? '')));
  const titles: Record<string, string> = {};
  const seen: string[] = [];
  for (const item of items) {
    const title = readingOf(item)?.title;
    if (item.hasOwnTitle === true || !title || registrations[item.key]) continue;
    seen.push(item.key);
    const suggested = suggestTitleFromDocument(title);
    const key = titleKey(suggested);
    if (key === '' || taken.has(key) || !isSuggested(texts[item.key]?.title ?? '', item)) continue;
    taken.add(key);
    titles[item.key] = suggested;
  }
  return { titles, seen };
}
