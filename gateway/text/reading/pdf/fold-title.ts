/** What is left of a title for comparing: letters and digits only, in their plain forms. */
export function foldTitle(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
