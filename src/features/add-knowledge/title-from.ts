import { UNIT_LIMITS } from '#contract/limits.ts';

function tidy(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/[_\s]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, UNIT_LIMITS.title).trim();
}

/** A first title for a file: its name without the extension, its words apart. */
export function titleFromFile(name: string): string {
  return tidy(name.replace(/(?<=.)\.[^.\s]{1,8}$/u, '')) || name;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A first title for an address: the last part of its path, else its host. */
export function titleFromUrl(address: string): string {
  const url = new URL(address);
  const segment = url.pathname.split('/').findLast((part) => part !== '' && !/^index\.\w+$/iu.test(part));
  const title = segment === undefined ? '' : titleFromFile(decode(segment));
  return title.length > 2 ? title : url.host;
}
