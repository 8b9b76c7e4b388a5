/** What dialects put before a word: conjunctions, prepositions with the article, and the marks of tense and person. */
const PREFIXES =
  'ولل فلل وال فال بال كال هال عال شال وبي وبت لل ال بي بت بن حي حت حن هي هت هن كي كت كن تي تن غن غي غا عم ما مب و ف ب ل ح ه ع ك ا ي ت ن م'.split(
    ' ',
  );
/** What dialects put behind it: pronouns, endings of person and number, and the ش of negation. */
const SUFFIXES =
  'هاش هوش ناش كمش وهاش لهاش ليش تيش توش وش يش تش هم هن كم كن ها نا ني لي له لك تو تي وا ات ين ون ش ه ك ي ت و ا'.split(
    ' ',
  );
/** Shorter rests are letters, not words. */
const LEAST_REST = 3;

/**
 * Spellings under which a lexicon may know a normalised Arabic word, the least stripped first: the word, then without
 * one beginning, one ending, or both. Never shorter than three letters, unless the word is.
 */
export function stripForms(word: string): string[] {
  const beginnings = ['', ...PREFIXES.filter((prefix) => word.startsWith(prefix))];
  const endings = ['', ...SUFFIXES.filter((suffix) => word.endsWith(suffix))];
  const forms = new Map<string, number>([[word, 0]]);
  for (const beginning of beginnings)
    for (const ending of endings) {
      const stripped = beginning.length + ending.length;
      if (stripped === 0 || word.length - stripped < LEAST_REST) continue;
      const form = word.slice(beginning.length, word.length - ending.length);
      forms.set(form, Math.min(stripped, forms.get(form) ?? stripped));
    }
  return [...forms].sort(([, one], [, other]) => one - other).map(([form]) => form);
}
