import { titleKey } from '#common/title-key.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';

function toTitle(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/[_\s]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .trim();
  const cut = (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, UNIT_LIMITS.title);
  // Half of a surrogate pair is no character.
  return cut.replace(/\p{Cs}$/u, '').trim();
}

/** A first title for a file: its name without the extension, its words apart. */
export function suggestTitleFromFile(name: string): string {
  return toTitle(name.replace(/(?<=.)\.[^.\s]{1,8}$/u, '')) || name;
}

/** Names that programs give to documents without a name. */
const NAME_OF_PROGRAM = /\.\w{2,5}$|^(?:untitled|document ?\d*|microsoft \w+ - .*)$/iu;

/** A title for what a document calls itself; empty where that is no name. */
export function suggestTitleFromDocument(title: string): string {
  const words = title.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return NAME_OF_PROGRAM.test(words)
    ? ''
    : words
        .slice(0, UNIT_LIMITS.title)
        .replace(/\p{Cs}$/u, '')
        .trim();
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A first title for an address: the last part of its path, else its host. */
export function suggestTitleFromUrl(address: string): string {
  const url = new URL(address);
  const segment = url.pathname.split('/').findLast((part) => part !== '' && !/^index\.\w+$/iu.test(part));
  const title = segment === undefined ? '' : suggestTitleFromFile(decode(segment));
  return title.length > 2 ? title : url.host;
}

/** The title with the first number whose key is free. */
export function uniqueTitle(title: string, takenKeys: ReadonlySet<string>): string {
  if (!takenKeys.has(titleKey(title))) return title;
  const stem = title.replace(/\s+\d{1,3}$/u, '');
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} ${number}`;
    if (!takenKeys.has(titleKey(candidate))) return candidate;
  }
}
