// One piece at a time: a repetition of alternatives that overlap takes exponential time on many comments.
const SPACE_OR_DECLARATION = /\s+|<\?xml[^>]*>/iy;
const PAGE_TAG = /<(?:!doctype\s+html|html|head|body)[\s>]/iy;
const LONGEST_COMMENT = 5_000;

/** Whether a text begins as an HTML page does, behind white space, an XML declaration and comments. Linear in its length. */
export function beginsAsPage(text: string): boolean {
  let at = 0;
  for (let next = skipOne(text, at); next > at; next = skipOne(text, at)) at = next;
  PAGE_TAG.lastIndex = at;
  return PAGE_TAG.test(text);
}

/** Behind the space, declaration or comment that begins at `at`; `at` itself when none does. */
function skipOne(text: string, at: number): number {
  if (text.startsWith('<!--', at)) {
    const end = text.slice(at + 4, at + 4 + LONGEST_COMMENT + 3).indexOf('-->');
    return end < 0 ? at : at + 4 + end + 3;
  }
  SPACE_OR_DECLARATION.lastIndex = at;
  return SPACE_OR_DECLARATION.test(text) ? SPACE_OR_DECLARATION.lastIndex : at;
}
