import { FUNCTION_WORDS } from './function-words.ts';

/**
 * The language whose stemmer and function words a text's words follow where their script leaves several: ISO 639-1.
 * Arabic and English are known in every text; `en` stands for "nothing else".
 */
export type StemLanguage = 'en' | keyof typeof FUNCTION_WORDS;

/** The languages told apart, in the order in which ties are decided. */
export const STEM_LANGUAGES: readonly StemLanguage[] = [
  'en',
  ...(Object.keys(FUNCTION_WORDS) as (keyof typeof FUNCTION_WORDS)[]),
];

const ENGLISH = `the of and to in is was for on that with as by at from it his her are were be or an this which has have had not but
  its their they he she who what when where how does did do can will would should my your our you i a`;

/** Characters looked at: some pages. */
const MAX_SAMPLED_CHARACTERS = 40_000;
/** Another language than English must show its function words in this share of the words that are not Arabic, */
const MIN_FUNCTION_WORD_SHARE = 0.08;
/** and, where any language may come, more than one of them: "die" alone is no German. */
const MIN_FUNCTION_WORDS = 2;

const WORD = /[\p{L}\p{M}]+/gu;
const REST = /[\p{L}\p{M}]*/uy;
/** All before it are digits and signs. */
const FIRST_CAPITAL = 65;
const isArabicLetter = (code: number): boolean =>
  (code >= 0x621 && code <= 0x63a) || (code >= 0x641 && code <= 0x64a);
const ARABIC = /^\p{sc=Arabic}/u;
const HAN = /\p{sc=Han}/u;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const THAI = /\p{sc=Thai}/u;

const languagesOfWord = new Map<string, StemLanguage[]>();
const learn = (language: StemLanguage, list: string) => {
  for (const word of new Set(list.trim().split(/\s+/).map(spell))) {
    const languages = languagesOfWord.get(word);
    if (languages) languages.push(language);
    else languagesOfWord.set(word, [language]);
  }
};
learn('en', ENGLISH);
for (const [language, { plain, asking }] of Object.entries(FUNCTION_WORDS))
  learn(language as StemLanguage, `${plain} ${asking}`);

/**
 * The language of the words that are not Arabic: by script where the script tells, otherwise the one whose function
 * words are met most, among `among` if given. `en` where nothing else shows. Accents count, so spell the texts as they
 * are. Looks at the first 40,000 characters.
 */
export function detectStemLanguage(
  texts: Iterable<string>,
  among: readonly StemLanguage[] = STEM_LANGUAGES,
): StemLanguage {
  const met = new Map<StemLanguage, number>();
  const count = (language: StemLanguage) => met.set(language, (met.get(language) ?? 0) + 1);
  let words = 0;
  let budget = MAX_SAMPLED_CHARACTERS;
  for (const text of texts) {
    for (const word of otherWords(text.slice(0, budget))) {
      words++;
      // Without spaces a run of letters is not a word: its script tells the language.
      if (KANA.test(word)) count('ja');
      else if (HAN.test(word)) count('zh');
      else if (THAI.test(word)) count('th');
      else for (const language of languagesOfWord.get(spell(word)) ?? []) count(language);
    }
    budget -= text.length;
    if (budget <= 0) break;
  }
  // Japanese writes Han too.
  if (met.has('ja')) met.set('ja', (met.get('ja') ?? 0) + (met.get('zh') ?? 0));
  let best: StemLanguage = 'en';
  const least = Math.max(among === STEM_LANGUAGES ? MIN_FUNCTION_WORDS : 1, words * MIN_FUNCTION_WORD_SHARE);
  for (const language of among) {
    const count = met.get(language) ?? 0;
    if (count >= least && count > (met.get(best) ?? 0)) best = language;
  }
  return best;
}

/** Words that do not begin in Arabic script. */
function* otherWords(text: string): Generator<string, void, void> {
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    // Most of what is skipped is found without looking closely.
    if (code < FIRST_CAPITAL) index++;
    else if (isArabicLetter(code)) {
      while (isArabicLetter(text.charCodeAt(index))) index++;
      if (text.charCodeAt(index) < FIRST_CAPITAL) continue;
      REST.lastIndex = index;
      REST.test(text);
      index = REST.lastIndex;
    } else {
      WORD.lastIndex = index;
      const word = WORD.exec(text)?.[0];
      if (word === undefined) return;
      index = WORD.lastIndex;
      if (!ARABIC.test(word)) yield word;
    }
  }
}

/** Lower case with accents, one code point a letter where there is one. */
function spell(word: string): string {
  return word.toLowerCase().normalize('NFC');
}
