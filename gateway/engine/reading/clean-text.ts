/** NFC, line ends as `\n`, and without control, zero-width-no-break or replacement characters. Bidi marks stay. */
export function cleanText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is removed
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufffd\ufffe\uffff]/g, '')
      .replace(LONE_SURROGATE, '')
  );
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** `cleanText` on one line: runs of white space become one space, ends are trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

/** `cleanText` that keeps line ends: spaces collapsed within a line, empty lines at both ends off. */
export function cleanLines(text: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}
