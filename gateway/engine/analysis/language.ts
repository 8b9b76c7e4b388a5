const ARABIC_LETTER = /[\p{sc=Arabic}&&\p{L}]/gv;
/** What only texts in Arabic script have beside their letters: its question mark, comma, semicolon and digits. */
const ARABIC_SIGN = /[؟،؛\u0660-\u0669]/u;
const ANY_LETTER = /\p{L}/u;
const LATIN_LETTER = /\p{sc=Latin}/gu;

/**
 * The language to answer in, by script: `ar` where at least a third of the letters are Arabic, or where there are no
 * letters but Arabic punctuation or digits ("؟"); else `en`.
 */
export function detectLanguage(text: string): 'ar' | 'en' {
  const arabic = text.match(ARABIC_LETTER)?.length ?? 0;
  const latin = text.match(LATIN_LETTER)?.length ?? 0;
  if (arabic === 0) return !ANY_LETTER.test(text) && ARABIC_SIGN.test(text) ? 'ar' : 'en';
  // Product names and addresses are Latin inside Arabic sentences, so Arabic needs no majority.
  return arabic * 2 >= latin ? 'ar' : 'en';
}
