const MAX_NAME_LENGTH = 150;
/** Of a longer name only the beginning and the end are read. */
const KEPT_HEAD_CHARACTERS = 1_000;
const KEPT_TAIL_CHARACTERS = 20;

/**
 * A file name that is safe to store and send: the last part of a path, without control, direction and reserved
 * characters, at most 150 characters, extension kept.
 */
export function sanitizeFileName(name: string, extension: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const short =
    last.length > KEPT_HEAD_CHARACTERS + KEPT_TAIL_CHARACTERS
      ? last.slice(0, KEPT_HEAD_CHARACTERS) + last.slice(-KEPT_TAIL_CHARACTERS)
      : last;
  const cleaned = trimSpaceAndDots(
    short
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, ''),
  );
  if (cleaned === '') return `file.${extension}`;
  if (cleaned.length <= MAX_NAME_LENGTH) return cleaned;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(cleaned)?.[0] ?? '';
  return cleaned.slice(0, MAX_NAME_LENGTH - ending.length).toWellFormed() + ending;
}

/** The name with another extension: what a converted file is called. */
export function replaceExtension(name: string, extension: string): string {
  return `${name.replace(/\.[\p{L}\p{N}]{1,10}$/u, '')}.${extension}`;
}

/** A loop, since `/[\s.]+$/` takes quadratic time on a long run of spaces inside the text. */
function trimSpaceAndDots(text: string): string {
  const isTrimmed = (index: number) => /[\s.]/.test(text.charAt(index));
  let start = 0;
  let end = text.length;
  while (start < end && isTrimmed(start)) start++;
  while (end > start && isTrimmed(end - 1)) end--;
  return text.slice(start, end);
}
