const ARABIC_LETTERS = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي');
const LATIN_LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const ARABIC = /^[\u0621-\u064a]+$/u;
const LATIN = /^[a-z]+$/u;
/** A shorter word is another word as soon as one letter differs. */
const MIN_LETTERS = 4;
/** A longer word is an address, a hash or a key: the lexicon has none of more than 16 letters. */
const MAX_LETTERS = 20;

/** Spellings that differ from a normalised word or stem by one letter: wrong, missing, too many, or two exchanged. */
export function misspellings(word: string): string[] {
  const letters = ARABIC.test(word) ? ARABIC_LETTERS : LATIN.test(word) ? LATIN_LETTERS : undefined;
  if (!letters || word.length < MIN_LETTERS || word.length > MAX_LETTERS) return [];
  const spellings = new Set<string>();
  for (let offset = 0; offset <= word.length; offset++) {
    const [before, behind] = [word.slice(0, offset), word.slice(offset)];
    for (const letter of letters) {
      spellings.add(before + letter + behind);
      if (behind !== '') spellings.add(before + letter + behind.slice(1));
    }
    if (behind !== '' && word.length > MIN_LETTERS) spellings.add(before + behind.slice(1));
    if (behind.length > 1) spellings.add(before + behind.charAt(1) + behind.charAt(0) + behind.slice(2));
  }
  spellings.delete(word);
  return [...spellings];
}
