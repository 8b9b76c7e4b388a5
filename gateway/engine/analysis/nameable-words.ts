import { normaliseWord } from '#common/fold-text.ts';
import { bareWords } from '#gateway/engine/analysis/bare-words.ts';
import { wordSet } from '#gateway/engine/analysis/tokenise.ts';

/** Fillers, adverbs, and verbs whose form does not tell that they are verbs. */
const FILLERS = wordSet(`
طيب ولو ايهم أيهم أيهما ينفع تنفع نفع امس أمس البارح امبارح إمبارح اليوم بكرا بكرة غدا الحين هلق هلا هسه دلوقتي توا دابا الان الآن
زي مثل كتير كثير قوي جدا مرة مره نفس برا جوا هنا هناك هون اكتر أكثر اقل أقل فعلا اصلا أصلا طبعا خلاص خلص تمام والله بالله يلا
بسرعة ضروري لازم ممكن زوج سوا مع بعض حتى وقت راح رح سبت فاضل باقي جاي رايح عم حدا واحد شغلة شغله حاجة حاجه شي
خالص تاني غادي باش وسط فات يلي بلي مش فهل ونص بدل لسه كيف كام وكام صار صارت عمل حصل حصلت يصير نزل طلع طلعت رجع جا جت شفت قلت كلم
well still ever never even really just now soon later anyway maybe today tomorrow yesterday always often actually already yet
again back away together instead else too quite rather perhaps long much many lot lots thing things stuff way bit
go goes going gone went get gets got getting make makes made making take takes took taken taking give gives gave given put puts
use uses used using keep keeps kept need needs needed want wants try tries tried let lets come comes came happen happens happened
see sees saw seen look looks know knows knew think say tell ask asks find finds found leave left start stop work works working
bring brings show shows buy sell send sends sent like help helps helped become becomes stay stays allowed able between anything something everything exactly missed guy
`);

/** The article, alone or behind a particle. */
const DEFINITE = /^(?:[وفبك]?ال|[وف]?لل).../u;
/** Marks of the present tense of dialects, with or without a person. */
const PRESENT_OF_DIALECTS = /^[وف]?(?:ب[ايتن]..|عم[بيتن]..|[حه][ايتن]..|ب[^اوي].{1,3}ي$|ه[^اوي]{3}$)/u;
const PRESENT = /^[وف]?ي(?!وم|مين|سار|تيم).{2,}/u;
/** I do, with the object behind the verb: ارميها, اعرفه, اسوي. */
const FIRST_PERSON = /^[وف]?ا(?!ل).{2,5}(?:ي|ه|ها|هم|لي|له|لها|ش)$/u;
/** Four letters without a long vowel inside: ادفع, تدفع. */
const SHORT_PRESENT = /^[وف]?[ات](?!ل)[^اوي][^ا][^اوي]$/u;
/** A past tense with the ending of its person: وصلت, دفعنا, راحوا. */
const PAST = /^[وف]?(?:[^اوي]ا?[^اوي]{1,2}(?:ت|نا|تو|وا|تها|ته|لي|ني)|.{2,3}يت|.{3,}(?:وا|تني|توني|وني))$/u;
/** A preposition with its pronoun: ليا, معاكم, فيكن. */
const WITH_PRONOUN = /^[وف]?(?:ل|لي|في|مع|معا|من|عن|عند|علي|الي|بي|وي)(?:ا|ي|ك|كم|كن|كو|كي|ه|ها|هم|نا)$/u;
const VERBS = [PRESENT_OF_DIALECTS, PRESENT, FIRST_PERSON, SHORT_PRESENT, PAST, WITH_PRONOUN];
const FEMININE = /(?:ة|ات|ية)$/u;

/**
 * Whether the absence of a word is worth a sentence: a noun, a name or a number as far as its form tells. Verbs,
 * particles, adverbs, fillers and single letters are not; where the form of an Arabic word is of both, neither is it.
 */
export function isNameable(text: string): boolean {
  const word = normaliseWord(text);
  if (/\d/.test(word)) return true;
  if (word.length < 2 || FILLERS.has(word) || FILLERS.has(word.replace(/^[وف]/u, ''))) return false;
  if (!/^\p{sc=Arabic}/u.test(word)) return true;
  if (DEFINITE.test(word) || FEMININE.test(text)) return true;
  if (bareWords(word).length > 0) return false;
  return !VERBS.some((form) => form.test(word));
}
