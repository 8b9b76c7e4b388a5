import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import { has, isDate, isMoney, isNumber } from './number-words.ts';

/** Nouns for people: offices, professions, parts of names, and the bodies that decide in an organisation. */
const PEOPLE = `
مدير مديرة رئيس رئيسة مشرف مشرفة موظف موظفة مسؤول مسؤولة أمين أمينة وزير وزيرة سفير ملك ملكة أمير أميرة سلطان خليفة إمام شيخ
قائد قائدة جنرال دكتور دكتورة طبيب طبيبة مهندس مهندسة أستاذ أستاذة معلم معلمة محام قاض عالم شاعر شاعرة كاتب كاتبة مؤلف مؤلفة
مؤسس مخترع فيلسوف نبي لاعب ممثل ممثلة مخرج سيد سيدة ابن بن بنت أبو أبي أم عبد محمد أحمد علي فريق قسم إدارة لجنة مجلس هيئة
director manager leader head chief president minister secretary officer agent clerk king queen prince princess emperor pope
general captain doctor dr mr mrs ms sir professor teacher engineer scientist author writer poet founder inventor actor player
team department board committee
directeur président roi reine docteur könig königin präsident leiter doktor rey reina presidente doctor re regina presidente rei rainha
`;

/** Nouns for places, and verbs of location. */
const PLACES = `
مدينة قرية بلدة حي شارع طريق ساحة ميدان مبنى برج طابق دور مكتب فرع دولة بلد منطقة محافظة ولاية إمارة إقليم ضاحية عاصمة قارة جزيرة
ساحل جبل نهر بحر محيط جنوب شمال غرب شرق جنوبي شمالي غربي شرقي قرب بجوار بجانب مقابل داخل وسط
يقع تقع واقع واقعة موقع مقر مقره مقرها
city town village street road square building tower floor office branch country state region area province district island coast
river mountain north south east west northern southern eastern western near beside opposite inside located situated lies
ville rue pays stadt straße land ciudad calle país città via paese cidade rua
`;

const COPULAS =
  'هو هي هم هما وهو وهي عبارة يعني تعني معناه معناها يقصد is are was were means refers est sont ist sind es son è sono é são';

const PEOPLE_WORDS = wordSet(PEOPLE);
const PLACE_WORDS = wordSet(PLACES);
const COPULA_WORDS = wordSet(COPULAS);

/**
 * Features of a word for choosing answers. One object for each word and language while cached, so that words compare by
 * `===`; words of dates and codes have an object for each statement.
 */
export interface WordFeatures {
  /** Normalised. */
  word: string;
  stem: string;
  /** Concepts of the lexicon that the word names by itself. */
  concepts: readonly string[];
  /** Keys of the date or code that the word is part of in its statement. */
  codes: readonly string[];
  /** A stop word, without a subject. */
  stop: boolean;
  /** The word has a digit. */
  digits: boolean;
  /** An amount. */
  number: boolean;
  /** A currency, or a word for a free service. */
  money: boolean;
  /** A date, a day or a time of day. */
  date: boolean;
  /** A noun for a person: an office, a profession, a part of a name. */
  person: boolean;
  /** A noun for a place, or a verb of location. */
  place: boolean;
  /** Copula: the word between subject and predicate, such as هو or "is". */
  equates: boolean;
}

/** Cached words, in all languages together: some 8 MB. */
const MAX_CACHED_WORDS = 50_000;

const cache = new Map<string, WordFeatures>();

/** The features of a normalised word in a text of a language. */
export function wordFeatures(word: string, language: StemLanguage): WordFeatures {
  const key = language === 'en' ? word : `${language} ${word}`;
  const cached = cache.get(key);
  if (cached) return cached;
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  const features: WordFeatures = {
    word,
    stem: stemWord(word, language),
    concepts: conceptIndex().conceptsOf(word),
    codes: [],
    stop: isStopWord(word, language),
    digits: /\d/.test(word),
    number: isNumber(word),
    money: isMoney(word),
    date: isDate(word),
    person: has(PEOPLE_WORDS, word),
    place: has(PLACE_WORDS, word),
    equates: COPULA_WORDS.has(word),
  };
  cache.set(key, features);
  return features;
}

/** Letters of a gram, ends of words included. */
export const GRAM_LETTERS = 3;

/** Letters in a row of a normalised word, three at a time, its ends marked by spaces. */
export function gramsOf(word: string): string[] {
  const padded = ` ${word} `;
  const grams: string[] = [];
  for (let end = GRAM_LETTERS; end <= padded.length; end++) grams.push(padded.slice(end - GRAM_LETTERS, end));
  return grams;
}
