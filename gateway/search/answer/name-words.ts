import { normaliseWord } from '#gateway/text/analysis/normalise.ts';
import { PARTICLES } from './number-words.ts';

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

const spell = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(normaliseWord));
const PEOPLE_WORDS = spell(PEOPLE);
const PLACE_WORDS = spell(PLACES);
const EQUATING_WORDS = spell(EQUATE);

const has = (list: ReadonlySet<string>, word: string): boolean =>
  list.has(word) || list.has(word.replace(PARTICLES, ''));

/** Whether a normalised word is what somebody is called by: an office, a calling, a part of a name. */
export function isPerson(word: string): boolean {
  return has(PEOPLE_WORDS, word);
}

/** Whether a normalised word is what a place is called by, or says that something lies there. */
export function isPlace(word: string): boolean {
  return has(PLACE_WORDS, word);
}

/** Whether a normalised word says that what is before it is what is behind it. */
export function equates(word: string): boolean {
  return EQUATING_WORDS.has(word);
}
