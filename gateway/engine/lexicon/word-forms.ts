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

/** An affix by the letter that tells soonest whether a word has it. */
const byLetter = (affixes: readonly string[], place: number) =>
  Map.groupBy(affixes, (affix) => affix.at(place) ?? '');
const [beforeNouns, beforeVerbs] = [byLetter(BEFORE_NOUNS, 0), byLetter(BEFORE_VERBS, 0)];
const [behindNouns, behindVerbs] = [byLetter(BEHIND_NOUNS, -1), byLetter(BEHIND_VERBS, -1)];
type Affixes = ReadonlyMap<string, readonly string[]>;

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
  visit(0, word.length, false, 0);
  addForms(word, beforeNouns, behindNouns, visit);
  addForms(word, beforeVerbs, behindVerbs, visit);
  const tense = TENSE.exec(word)?.[0] ?? '';
  if (tense !== '') addForms(word, new Map([[tense[0] ?? '', [tense]]]), behindVerbs, visit);
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

function addForms(word: string, before: Affixes, behind: Affixes, visit: VisitForm): void {
  const { length } = word;
  const endings = behind.get(word.at(-1) ?? '')?.filter((suffix) => word.endsWith(suffix)) ?? [];
  const strip = (start: number, ending: string) => {
    const end = Math.max(start, length - ending.length);
    const stripped = start + ending.length;
    const isPronoun = ending === 'ا' && end > start && word[end - 1] === 'ه';
    if (stripped > 0 && end - start >= MIN_LETTERS)
      visit(start, end, false, isPronoun ? stripped + PRONOUN_COST : stripped);
    if (end - start + 1 >= MIN_LETTERS && AFTER_FEMININE.test(ending))
      visit(start, end, true, stripped - FEMININE_BONUS);
  };
  const stripAll = (start: number) => {
    strip(start, '');
    for (const ending of endings) strip(start, ending);
  };
  stripAll(0);
  for (const prefix of before.get(word[0] ?? '') ?? []) if (word.startsWith(prefix)) stripAll(prefix.length);
}
