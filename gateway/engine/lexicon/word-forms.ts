import { stemsIn } from '#gateway/engine/analysis/stems-in.ts';

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

interface Affix {
  text: string;
  isAfterFeminine: boolean;
}
/** Affixes by the letter that tells soonest whether a word has one. */
const byLetter = (affixes: readonly string[], place: number) =>
  Map.groupBy(
    affixes.map((text): Affix => ({ text, isAfterFeminine: AFTER_FEMININE.test(text) })),
    ({ text }) => text.at(place),
  );
const [beforeNouns, beforeVerbs] = [byLetter(BEFORE_NOUNS, 0), byLetter(BEFORE_VERBS, 0)];
const [behindNouns, behindVerbs] = [byLetter(BEHIND_NOUNS, -1), byLetter(BEHIND_VERBS, -1)];

/** A spelling of a word: its letters between two places, with a ه behind them where `isFeminine`. The cheapest is the likeliest. */
type VisitForm = (start: number, end: number, isFeminine: boolean, cost: number) => void;

/**
 * Spellings by which a normalised Arabic word may be known, the least stripped first: the word, then without what is
 * written before it, behind it, or both; never fewer than three letters, unless the word has fewer.
 */
export function wordForms(word: string): string[] {
  const forms = new Map<string, number>();
  eachForm(word, (start, end, isFeminine, cost) => {
    const form = word.slice(start, end) + (isFeminine ? 'ه' : '');
    forms.set(form, Math.min(cost, forms.get(form) ?? cost));
  });
  return [...forms].sort(([, a], [, b]) => a - b).map(([form]) => form);
}

/** Visits the spellings of `wordForms`, some of them twice; of equal ones the first goes first. */
export function eachForm(word: string, visit: VisitForm): void {
  const [first, last] = [word.at(0), word.at(-1)];
  const verbEndings = behindVerbs.get(last) ?? NONE;
  visit(0, word.length, false, 0);
  addForms(word, beforeNouns.get(first) ?? NONE, behindNouns.get(last) ?? NONE, visit);
  addForms(word, beforeVerbs.get(first) ?? NONE, verbEndings, visit);
  const tense = TENSE.exec(word)?.[0] ?? '';
  if (tense !== '') addForms(word, [{ text: tense, isAfterFeminine: false }], verbEndings, visit);
}

const NONE: readonly never[] = [];
const ARABIC = /^\p{sc=Arabic}/u;

/** Whether a word begins with an Arabic letter. */
export const isArabic = (word: string): boolean => ARABIC.test(word);

/**
 * What the lexicon keeps of a normalised word: an Arabic one without its article, any other as its English stem. A
 * text's word is found by it where the key is one of the word's forms (`wordForms`), or its own key.
 */
export function wordKey(word: string): string {
  return isArabic(word) ? withoutArticle(word) : stemsIn('en').of(word) || word;
}

const withoutArticle = (word: string): string =>
  word.startsWith('ال') && word.length - 2 >= MIN_LETTERS ? word.slice(2) : word;

function addForms(word: string, before: readonly Affix[], behind: readonly Affix[], visit: VisitForm): void {
  const endings = behind.filter(({ text }) => word.endsWith(text));
  stripEndings(word, 0, endings, visit);
  for (const { text } of before) if (word.startsWith(text)) stripEndings(word, text.length, endings, visit);
}

function stripEndings(word: string, start: number, endings: readonly Affix[], visit: VisitForm): void {
  if (start > 0 && word.length - start >= MIN_LETTERS) visit(start, word.length, false, start);
  for (const { text, isAfterFeminine } of endings) {
    const end = Math.max(start, word.length - text.length);
    const cost = start + text.length;
    const isPronoun = text === 'ا' && end > start && word[end - 1] === 'ه';
    if (end - start >= MIN_LETTERS) visit(start, end, false, isPronoun ? cost + PRONOUN_COST : cost);
    if (isAfterFeminine && end - start + 1 >= MIN_LETTERS) visit(start, end, true, cost - FEMININE_BONUS);
  }
}
