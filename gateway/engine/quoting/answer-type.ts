import { tokenise, wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';

/** What kind of answer a question asks for. */
export interface AnswerType {
  /** The kind of fact that the answer must hold; `other` for a question without a clear sign. */
  asksFor: 'date' | 'amount' | 'person' | 'place' | 'other';
  /** The amount is a sum of money. */
  pricing: boolean;
  /** The question asks for a name. */
  naming: boolean;
  /** The question asks for a definition or an identity only. */
  defining: boolean;
  /** The question asks for a procedure: steps, in their order. */
  stepwise: boolean;
}

const WHEN = wordSet(`
متى ومتى فمتى وقتاش وقتيش امتى إمتى ايمتى أيمتى امتين امته إيمتا شوكت شوقت فوقاش when quand wann cuándo cuando quando wanneer когда când kiedy πότε zaman
`);
const HOW_MANY = wordSet(`
كم بكم وكم فكم كام بكام قديش بقديش اديش قداش بقداش شحال اشحال بشحال شكد اشكد شقد بيش combien wieviel wieviele cuánto cuánta cuántos cuántas quanto quanta quanti quante
quantos quantas hoeveel сколько kaç kadar ile câți câte hány πόσο πόσα πόσοι
`);
const WHICH = wordSet(`
أي أية اي ايا أنهي انهي انو ما ماهو ماهي شو شنو ايش وش what which quel quelle quels quelles
welche welcher welches welchem qué cuál cuales che quale qual quais welk welke какой какая каком hangi
`);
const TIME = wordSet(`
عام سنة العام السنة تاريخ يوم شهر قرن وقت موعد فترة عقد year date day month century decade time année date jour mois siècle
jahr datum tag monat jahrhundert año fecha día mes siglo anno giorno mese secolo ano dia século jaar dag eeuw год году дата день век yıl tarih
`);
const MEASURE = wordSet(`
عدد نسبة مساحة طول ارتفاع عرض سعر قيمة تكلفة كمية عمر سكان درجة معدل وزن سرعة مبلغ رسوم راتب
number percent percentage area population height length width cost price rate amount age weight speed distance fee
nombre pourcentage superficie hauteur longueur prix anzahl prozent fläche höhe länge preis número porcentaje altura longitud precio
numero percentuale altezza lunghezza prezzo quantidade preço aantal число процент площадь высота длина цена sayısı yüzde yükseklik fiyat
`);
const PRICE = wordSet(`
بكم بكام بقديش بقداش بشحال بيش سعر ثمن تكلفة يكلف تكلف رسوم أجرة قيمة غرامة راتب عمولة
bkam bikam bekam b2adeh b9adech b9addech bch7al bsh7al bchhal
price cost costs fee fees charge charges rate prix coût coûte preis kostet kosten precio cuesta prezzo costa preço custa цена стоит fiyat
`);
const AFTER_HOW = wordSet(
  'many much long far old tall high often large big wide heavy fast deep viel viele alt hoch lang groß',
);
const HOW = wordSet('how wie');
const WHO = wordSet(
  'مين منو منهو شكون لمن ممن who whom whose qui wer wem wen quién quien quiénes chi quem кто kim',
);
const WHERE = wordSet(`
أين وأين فأين وين وينه وينها وينهم فين فينه فينها منين فوين where où wo wohin dónde donde dove onde waar где nerede
`);
/** "Who" only at the beginning of a question, elsewhere "from". */
const ARABIC_WHO = wordSet('من ومن فمن');
const CALENDAR = wordSet('عام سنة العام السنة الساعة يوم اليوم شهر');
const MASS = wordSet('قد');
const OF_MASS = wordSet('ايه إيش ايش شو');
const NAMING = wordSet(`
اسم اسمه اسمها يسمى تسمى يسمي سمي يدعى تدعى يطلق أطلق لقب name named names called known term nom appelle heißt nombre llama
nome chiama chama naam heet имя название называется adı denir
`);
/** Question words of Arabizi, by the kind of answer. */
const IN_ARABIZI: readonly (readonly [AnswerType['asksFor'], ReadonlySet<string>])[] = [
  [
    'date',
    wordSet(`
emta imta amta aymta aymata ayemta mata meta mita wa2tash wa9tash wa9tach wa9tech waqtach foqach fo9ach fou9ach
`),
  ],
  [
    'amount',
    wordSet(`
kam kem kaam bkam bikam bekam b2adeh addeh adesh addesh addeish 2adesh 2addesh 2adeh 2addeh qadesh qaddesh gaddesh
9adesh 9addech 9adech b9adech b9addech ch7al chhal sh7al bch7al bsh7al bchhal
`),
  ],
  ['place', wordSet('fin feen fein fen win wein ween wen feyn wayn mnayn')],
  ['person', wordSet('meen mino minho chkoun shkoun chkon shkon')],
];
/** Concepts of prices and fees. */
const PRICES: ReadonlySet<string> = new Set(['price', 'cost', 'fee']);

/** Longest question of keywords alone. */
const MAX_KEYWORDS = 4;

/** Words behind a question word within which a noun still determines the kind of answer. */
const NOUN_WINDOW_WORDS = 3;

/** Words at the beginning within which "who" and "where" ask; later they are relative pronouns. */
const LEADING_WINDOW_WORDS = 4;

/** A question for a definition, with a subject of one to three words. */
const DEFINING =
  /^\s*(?:(?:و?(?:ما|من)\s+(?:هو|هي|هم|هى|المقصود|معنى|تعريف)|ماهو|ماهي|ماهى|م[ىي]ن (?:هو|هي)|(?:شو|ايش|إيش|وش|شنو|شنهو)\s+(?:هو|هي|يعني)|تعريف|معنى|عرّ?ف)\s|(?:what|who)(?:\s+(?:is|are|was|were)|['’]s)\s|(?:define|definition of|meaning of)\s|(?:qu['’]est-ce qu|qui est|was ist|wer ist|qué es|quién es|che cos['’]è|chi è|o que é|quem é))/iu;
const WORDS_OF_DEFINED = 5;

/** A question for a way of doing something, rather than for a state or a measure. */
const STEPWISE =
  /(?:^|\s)[وف]?(?:كيف(?!\s+(?:حال|كان|هو|هي))|كيفية|خطوات|طريقة|إ?[اأ]?زاي|شلون|اشلون|كيفاش|kifash|kifach|ezay|izay|shlon|kif)(?:\s|$)|\bhow\s+(?:do|does|can|could|should|to|would|i|we)\b|\bsteps?\b|\bprocedure\b|\bwie (?:kann|macht|geht)\b|\bcomment\b|\bcómo\b/iu;

/** The kind of answer to a question, by its question words and the nouns behind them. */
export function detectAnswerType(question: string, inArabizi: boolean): AnswerType {
  const text = question.slice(0, 2_000);
  const words = tokenise(text).map(({ word }) => word);
  const naming = words.some((word) => NAMING.has(word) || NAMING.has(bare(word)));
  const defining = words.length <= WORDS_OF_DEFINED && DEFINING.test(text);
  let asksFor: AnswerType['asksFor'] = 'other';
  for (let place = 0; place < words.length && asksFor === 'other'; place++)
    asksFor = inArabizi ? readArabizi(words[place] ?? '') : readWord(words, place);
  const isPrice = (word = '') => PRICE.has(word) || PRICE.has(bare(word)) || isOfPrices(word);
  const priced = words.some(isPrice);
  // "Membership price", "رسوم الاشتراك": Arabic names first what English names last.
  const isKeywords = words.length > 1 && words.length <= MAX_KEYWORDS && !inArabizi;
  if (asksFor === 'other' && isKeywords && isPrice(words.at(/^[a-z]/.test(words[0] ?? '') ? -1 : 0)))
    asksFor = 'amount';
  const pricing = asksFor === 'amount' && (priced || /\bhow much (?:is|are|does|do|will)\b/i.test(text));
  const stepwise = asksFor === 'other' && STEPWISE.test(text);
  return { asksFor, pricing, naming, defining, stepwise };
}

/** Whether a normalised word says what is measured or when: "price", "length", "date". */
export function isMeasureWord(word: string): boolean {
  return [MEASURE, PRICE, TIME].some((list) => list.has(word) || list.has(bare(word))) || isOfPrices(word);
}

const isOfPrices = (word: string): boolean =>
  conceptIndex()
    .conceptsOf(word)
    .some((concept) => PRICES.has(concept));

const readArabizi = (word: string): AnswerType['asksFor'] =>
  IN_ARABIZI.find(([, words]) => words.has(word))?.[0] ?? 'other';

const bare = (word: string) => word.replace(/^(?:وال|بال|ال|[وفبل])(?=..)/u, '');

/** The kind of answer to the question word at a place. */
function readWord(words: readonly string[], place: number): AnswerType['asksFor'] {
  const word = words[place] ?? '';
  const [before = '', next = ''] = [words[place - 1], words[place + 1]];
  const behind = words.slice(place + 1, place + 1 + NOUN_WINDOW_WORDS);
  const has = (list: ReadonlySet<string>, candidate: string) =>
    list.has(candidate) || list.has(bare(candidate));
  if (WHEN.has(word)) return 'date';
  // "In the year how many?", "the hour how many?" ask when.
  if (HOW_MANY.has(word)) return CALENDAR.has(before) ? 'date' : 'amount';
  if (MASS.has(word) && OF_MASS.has(next)) return 'amount';
  if (HOW.has(word) && AFTER_HOW.has(next)) return 'amount';
  if (WHERE.has(word) && place < LEADING_WINDOW_WORDS) return 'place';
  if (WHICH.has(word))
    for (const noun of behind) {
      if (has(TIME, noun)) return 'date';
      if (has(MEASURE, noun)) return 'amount';
    }
  if ((WHO.has(word) && place < LEADING_WINDOW_WORDS) || (ARABIC_WHO.has(word) && place === 0 && !asks(next)))
    return 'person';
  return 'other';
}

const asks = (word: string) => WHERE.has(word) || WHEN.has(word) || HOW_MANY.has(word) || WHICH.has(word);
