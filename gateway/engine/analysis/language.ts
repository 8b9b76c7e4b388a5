const ARABIC_LETTER = /[\p{sc=Arabic}&&\p{L}]/gv;
const LATIN_LETTER = /\p{sc=Latin}/gu;

/** The language to answer in, by script: `ar` where at least a third of the letters are Arabic, else `en`. */
export function detectLanguage(text: string): 'ar' | 'en' {
  const arabic = text.match(ARABIC_LETTER)?.length ?? 0;
  if (arabic === 0) return 'en';
  // Product names and addresses are Latin inside Arabic sentences, so Arabic needs no majority.
  return arabic * 2 >= (text.match(LATIN_LETTER)?.length ?? 0) ? 'ar' : 'en';
}
