import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import { has, isDate, isMoney, isNumber } from './number-words.ts';

/** What people are called by: offices, callings, parts of names, and whoever decides in an organisation. */
const PEOPLE = `
مدير مديرة رئيس رئيسة مشرف مشرفة موظف موظفة مسؤول مسؤولة أمين أمينة وزير وزيرة سفير ملك ملكة أمير أميرة سلطان خليفة إمام شيخ
قائد قائدة جنرال دكتور دكتورة طبيب طبيبة مهندس مهندسة أستاذ أستاذة معلم معلمة محام قاض عالم شاعر شاعرة كاتب كاتبة مؤلف مؤلفة
مؤسس مخترع فيلسوف نبي لاعب ممثل ممثلة مخرج سيد سيدة ابن بن بنت أبو أبي أم عبد محمد أحمد علي فريق قسم إدارة لجنة مجلس هيئة
director manager leader head chief president minister secretary officer agent clerk king queen prince princess emperor pope
general captain doctor dr mr mrs ms sir professor teacher engineer scientist author writer poet founder inventor actor player
team department board committee
directeur président roi reine docteur könig königin präsident leiter doktor rey reina presidente doctor re regina presidente rei rainha
`;

/** What places are called by, and verbs that say where something is. */
const PLACES = `
مدينة قرية بلدة حي شارع طريق ساحة ميدان مبنى برج طابق دور مكتب فرع دولة بلد منطقة محافظة ولاية إمارة إقليم ضاحية عاصمة قارة جزيرة
ساحل جبل نهر بحر محيط جنوب شمال غرب شرق جنوبي شمالي غربي شرقي قرب بجوار بجانب مقابل داخل وسط
يقع تقع واقع واقعة موقع مقر مقره مقرها
city town village street road square building tower floor office branch country state region area province district island coast
river mountain north south east west northern southern eastern western near beside opposite inside located situated lies
ville rue pays stadt straße land ciudad calle país città via paese cidade rua
`;

const EQUATE =
  'هو هي هم هما وهو وهي عبارة يعني تعني معناه معناها يقصد is are was were means refers est sont ist sind es son è sono é são';

const PEOPLE_WORDS = wordSet(PEOPLE);
const PLACE_WORDS = wordSet(PLACES);
const EQUATING_WORDS = wordSet(EQUATE);

/** A word as answers are chosen by it. One object a word and language for as long as it is remembered. */
export interface WordFeatures {
  /** Normalised. */
  word: string;
  stem: string;
  /** Concepts of the lexicon that it may name by itself. */
  concepts: readonly string[];
  /** It carries no subject. */
  stop: boolean;
  /** It tells an amount. */
  number: boolean;
  /** It is of money. */
  money: boolean;
  /** It tells a date, a day, a time of day. */
  date: boolean;
  /** It is what somebody is called by: an office, a calling, a part of a name. */
  person: boolean;
  /** It is what a place is called by, or says that something lies there. */
  place: boolean;
  /** It says that what is before it is what is behind it. */
  equates: boolean;
}

/** Words remembered at a time, in all languages together: some 8 MB. */
const MAX_CACHED_WORDS = 50_000;

const cache = new Map<string, WordFeatures>();

/** What is known of one normalised word, in a text of this language. */
export function wordFeatures(word: string, language: StemLanguage): WordFeatures {
  const key = language === 'en' ? word : `${language} ${word}`;
  const cached = cache.get(key);
  if (cached) return cached;
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  const features: WordFeatures = {
    word,
    stem: stemWord(word, language),
    concepts: conceptIndex().conceptsOf(word),
    stop: isStopWord(word, language),
    number: isNumber(word),
    money: isMoney(word),
    date: isDate(word),
    person: has(PEOPLE_WORDS, word),
    place: has(PLACE_WORDS, word),
    equates: EQUATING_WORDS.has(word),
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
