const CHAINS = /^(?:[وف](?:بال|كال|لل|ب|ك|ل))(?=.{3})/;
const PRONOUNS = /(?<=.{3})(?:هما|كما|ها|هم|هن|كم|كن|نا|ه|ك|ي)$/;
const ARABIC = /^\p{sc=Arabic}/u;

/**
 * What is left of a normalised Arabic word without a chain of particles before it (وبالكتاب) and without a pronoun after
 * it (كتابه): the spellings under which it may be the same word, itself first. One of three letters at least.
 */
export function stripClitics(word: string): string[] {
  if (!ARABIC.test(word)) return [word];
  const bare = word.replace(CHAINS, '');
  return [...new Set([word, bare, word.replace(PRONOUNS, ''), bare.replace(PRONOUNS, '')])];
}
