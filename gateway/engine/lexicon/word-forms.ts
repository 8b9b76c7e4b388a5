import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';

const split = (list: string): readonly string[] => list.split(' ');

/** What is written before a noun: conjunctions and prepositions, alone or with the article. */
const BEFORE_NOUNS = split('وبال وكال ولل وال فال بال كال هال عال شال فلل لل ال و ف ب ل ك');
/** What is written before a verb: conjunctions, tense, person, and the first half of a negation. */
const BEFORE_VERBS = split(
  'ومب ومت ومي ماب مابي مابت مات ماي مان مب بي بت بن با سي ست سن سا حي حت حن حا هي هت هن ها كي كت كن كا غي غت غن غا غادي تي تن لي لت لن لا ولي ي ت ن ا م ما وي وت ون وا في فت',
);
/** Negation and tense before a verb that keeps its person: ما بيشتغل has يشتغل in it. */
const TENSE = /^(?:ما|م)?[بسحه]?(?=[يتن])/u;
/** What is written behind a noun: number, gender, pronouns. */
const BEHIND_NOUNS = split(
  'اتهم اتكم اتنا اتها اته اتك اتي تهم تكم تنا تها ته تك تي تين تان ات ون ين ان يه هم كم كن هن نا ها ه ك ي ا',
);
/** What is written behind a verb: person, objects, and the second half of a negation. */
const BEHIND_VERBS = split(
  'توهم توها توه تونا تنا توني وهم وها وه وني ونا لكم لنا لها لهم له لك لي تلي تله تهم تها ته تني تش وش يش هاش هوش نيش ناش كش ش تم توا تو وا ون ين ني نا هم ها كم كن ك ه و ت ي ا',
);
/** A shorter rest is letters, not a word. */
const MIN_LETTERS = 3;
/** What a feminine ending that is put back is worth against a letter more that is stripped. */
const FEMININE_BONUS = 0.5;

/** A last ها is a pronoun sooner than a ه of the word with tanwin: عمرها is her age, and not عمره. */
const PRONOUN_COST = 2;

/** Endings before which a feminine ه has become ت, or has gone: فاتورتي and فاتورات are of فاتوره. */
const AFTER_FEMININE = /^(?:ت(?:هم|كم|نا|ها|ه|ك|ي|ين|ان)|ات(?:هم|كم|نا|ها|ه|ك|ي)?)$/u;

/**
 * Spellings by which a normalised Arabic word may be known, the least stripped first: the word, then without what is
 * written before it, behind it, or both; never fewer than three letters, unless the word has fewer.
 */
export function wordForms(word: string): string[] {
  const forms = new Map<string, number>([[word, 0]]);
  addForms(word, BEFORE_NOUNS, BEHIND_NOUNS, forms);
  addForms(word, BEFORE_VERBS, BEHIND_VERBS, forms);
  const tense = TENSE.exec(word)?.[0] ?? '';
  if (tense !== '') addForms(word, [tense], BEHIND_VERBS, forms);
  return [...forms].sort(([, a], [, b]) => a - b).map(([form]) => form);
}

const ARABIC = /^\p{sc=Arabic}/u;

/** Whether a word begins with an Arabic letter. */
export const isArabic = (word: string): boolean => ARABIC.test(word);

/**
 * What the lexicon keeps of a normalised word: an Arabic one without its article, any other as its English stem. A
 * text's word is found by it where the key is one of the word's forms (`wordForms`), or its own key.
 */
export function wordKey(word: string): string {
  if (isArabic(word)) return withoutArticle(word);
  return isStopWord(word, 'en') ? word : stemWord(word, 'en');
}

const withoutArticle = (word: string): string =>
  word.startsWith('ال') && word.length - 2 >= MIN_LETTERS ? word.slice(2) : word;

function addForms(
  word: string,
  before: readonly string[],
  behind: readonly string[],
  into: Map<string, number>,
): void {
  const beginnings = ['', ...before.filter((prefix) => word.startsWith(prefix))];
  const endings = ['', ...behind.filter((suffix) => word.endsWith(suffix))];
  const add = (form: string, cost: number) => into.set(form, Math.min(cost, into.get(form) ?? cost));
  for (const beginning of beginnings)
    for (const ending of endings) {
      const stripped = beginning.length + ending.length;
      const form = word.slice(beginning.length, Math.max(beginning.length, word.length - ending.length));
      const cost = ending === 'ا' && form.endsWith('ه') ? stripped + PRONOUN_COST : stripped;
      if (stripped > 0 && form.length >= MIN_LETTERS) add(form, cost);
      if (AFTER_FEMININE.test(ending) && form.length + 1 >= MIN_LETTERS)
        add(`${form}ه`, stripped - FEMININE_BONUS);
    }
}
