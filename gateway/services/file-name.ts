const LONGEST = 150;

/**
 * A name that a file can be stored and sent under: its last part, without control, direction and reserved characters,
 * no longer than 150 characters, its extension kept.
 */
export function cleanFileName(name: string, extension: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (cleaned === '') return `file.${extension}`;
  if (cleaned.length <= LONGEST) return cleaned;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(cleaned)?.[0] ?? '';
  return cleaned.slice(0, LONGEST - ending.length).toWellFormed() + ending;
}

/** The name with another extension: what a converted file is called. */
export function replaceExtension(name: string, extension: string): string {
  return `${name.replace(/\.[\p{L}\p{N}]{1,10}$/u, '')}.${extension}`;
}
