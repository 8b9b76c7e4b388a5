import { normaliseWord } from '#common/fold-text.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import type { StemLanguage } from './stem-language.ts';

/**
 * What makes a sentence a question or a request and says nothing of its subject, in standard Arabic and in Egyptian,
 * Gulf, Levantine and Maghrebi: being able, wanting, asking politely, needing, asking to be helped or told, believing,
 * prepositions and conjunctions with pronouns, whose, this and that, there is, particles, question words. Spellings that
 * are also a name or a thing (طيب, نجم, دول) are left out.
 */
const ASKING = `
اقدر أقدر تقدر تقدري تقدرون تقدرين تقدروا نقدر يقدر بقدر بتقدر بتقدري بتقدروا بيقدر بنقدر مقدرش ماقدر مابقدر
ماقدرت اقدرش نقدرو تقدرو قادر قادرة قادرين فيني فيي فينا ننجم تنجم تنجمو ينجم
استطيع أستطيع تستطيع تستطيعون نستطيع يستطيع استطعت يمكنك يمكننا يمكنني يمكنكم بامكاني بإمكاني بامكانك بإمكانك
بامكانكم بوسعي
اريد تريد نريد يريد ابغى ابغي ابغا تبغى تبغون نبغى يبغى مابغى ابي تبي تبون نبي يبي عايز عايزة عايزين عاوز عاوزة
عاوزين بدي بدك بدنا بده بدها بدكم بدهم بدكن ودي ودك ودنا حاب حابب حابة حابين بغيت بغينا نبغي نبغيو باغي باغية
باغيين
ارغب أرغب نرغب اود أود نود اتمنى أتمنى ارجو أرجو نرجو يرجى الرجاء رجاء لطفا فضلا فضلك فضلكم عافاك عفاك يعيشك
تكفون عفوا شكرا مرحبا أهلا هلا
احتاج أحتاج نحتاج محتاج محتاجة محتاجين خاصني خاصنا يلزمني لازمني
ساعدني ساعدوني ساعدونا تساعدني تساعدوني تساعدونا يساعدني مساعدتي مساعدتنا اخبرني أخبرني اخبروني تخبرني تخبروني
خبرني خبروني قلي قولي قولولي قوللي تقولي تقوللي تقولولي احكيلي احكولي تحكيلي بتحكيلي علمني علموني تعلمني فهمني
فهموني تفهمني اشرحلي تشرحلي وضحلي توضحلي وريني تعرف تعرفون اعرف أعرف نعرف بعرف بتعرف ماعرف معرفش مبعرفش
اعتقد أعتقد اظن أظن
مني منك منكم منا عني عنك عنكم عنا عندك عندنا عندكم عنده عندها عندهم لديك لدينا لديكم بكم لكم لكي معي معك معنا
معكم عليك عليكم علينا اليك إليك اليكم إلينا فيك فيكم اياه اياها ياه ياها
انه أنه إنه انها أنها اني أني إني انك أنك اننا أننا انهم أنهم بانه بأنه بانها لانه لأنه لانها لأنها لاني لأني
لانهم لأنهم لاننا لأننا وانا وأنا وانت
كنت كنا كنتم وكنت اكون أكون نكون وكانت سيكون ستكون سيتم ستتم ستكونون
حقي حقتي حقك حقكم حقتك حقنا تبعي تبعتي تبعك تبعتك تبعكم تبعنا تبعت تاعي تاعتي تاعك تاعكم تاع بتاعي بتاعتي بتاعك
بتاعتك بتاعكم بتاع بتاعت بتاعة ديالي ديالك ديالكم ديال ديالنا متاعي متاعك متاعكم متاع نتاع نتاعي نتاعك
هاد هادا هدا هاذا هاذي هذيك هداك هديك ذيك هذول هدول هالشي انتو إنتو انتوا نتوما نحنا هوه هيه
مافي مافيش مفيش ماكو اكو كاين كاينة كاينين ماكاين فما مافما ماكانش
شي اشي شيء حدا فيه وفيه
اوكي يعني رح رايح مو مب موب ماهو مهو مهوب مانيب ماشي كمان برضه برضو بردو زادة
ازاى ازيك منو مينو شنوا شنوة شنوه اشنو اشنوة شناهي شنهي شنية وشهو وشهي وشي ايشهو شوهو شوهي كيفك وينهم فينه
فينها منينن قداه قديه بقديش بكام بشحال وقتاش فوقاش وقتيش ايمت ليه ليهم لشو لويش لاش اعلاش عليش أيش إيش ايه
`;

const ARABIC = `
من في على إلى الى عن مع عند لدى منذ حتى بين خلال حول دون بدون ضد عبر نحو قبل بعد فوق تحت أمام خلف
و أو ثم بل لكن لكنه لكنها أم أما إما فإن وإن إن أن بأن لأن كأن ليت لعل إذا إذ لو لولا كي لكي حيث بحيث حين حينما عندما بينما كلما لما
ما لا لم لن ليس ليست غير سوى إلا قد لقد سوف فقد وقد
هو هي هم هن هما أنا نحن أنت أنتم هذا هذه هذان هاتان هؤلاء ذلك تلك أولئك هنا هناك
الذي التي الذين اللذان اللتان اللاتي اللواتي والذي والتي
كان كانت كانوا يكون تكون يكن تكن وكان وكانت
كل بعض أي أية أيضا جدا فقط كذلك كما مثل هكذا أيا
به بها بهم له لها لهم لك لي لنا فيه فيها فيهم منه منها منهم عنه عنها عليه عليها عليهم إليه إليها إليهم لديه لديها معه معها
وهو وهي وهم وفي ومن وعلى وإلى وعن ومع وما ولا ولم وهذا وهذه وذلك بما مما عما فيما لذا لذلك بذلك وبذلك
تم يتم قام قامت يقوم تقوم
ال يا أيها ه م ص د أ
`;

const ARABIC_QUESTIONS = `
ما ماذا من متى أين كيف كم هل لماذا لما لم أي أية ماهو ماهي وما ومن ومتى وأين وكيف وكم وهل ولماذا ولو فما بماذا لمن بكم ممن علام إلام فيم أين
ايش وش شو ايه إيه كام وكام ليش ليه وين فين منين كيفية وشو وشلون شلون ازاي إزاي مين منو امتى إمتى ايمتى قديش اديش اشلون شنو شنهو علاش واش كيفاش فاش شحال قداش متين وينه وينها ايشو شكون
تتم يعني المقصود
اريد أريد أبغى ابغا نبغى بغيت ابي أبي عايز عاوز بدي ودي ممكن يمكن يمكنني أقدر بقدر أستطيع محتاج أحتاج أحتاجها لازم
اللي الي عشان علشان مشان لسه لسا هاي هادي هذي ذي دي ده دا هيك كدا كده كذا احنا إحنا مش مو مب عندي تبع بس
`;

const ENGLISH = `
a an the and or but if then else of in on at by for from to into onto with without about as is are was were be been being am
do does did doing done has have had having will would shall should can could may might must not no nor so than too very
this that these those there here it its they them their theirs he him his she her hers we us our ours you your yours i me my mine
s t re ve ll d m don also just only such both each any all some more most other own same up out over under again further during
`;

const ENGLISH_QUESTIONS = `
say says said mean means
im ive dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt youre theyre weve
hes shes thats whats wheres hows whos theres u ur pls plz hi hey hello ok okay want wants wanna gonna gotta
what which who whom whose when where why how many much please
myself yourself himself herself itself oneself ourselves yourselves themselves
anyone anybody anything someone somebody something everyone everybody everything noone nobody nothing
above after against along alongside although among amongst around away because before behind below besides between
despite except into off onto per since though throughout till toward towards unless until upon versus via whereas
whether while within
`;
/** Forms of questions without a subject: "how long does", "can I get". */
const FORMS = /^(?:how long (?:do|does|did|is|are|will|would)|(?:can|could|may) (?:i|we|you) (?:get|have))$/;

/** Verbs that ask for an answer where a question begins, and are its subject elsewhere ("a mailing list", "يرد المبلغ"). */
const REQUESTS = 'اذكر اشرح وضح عرف تعريف حدد explain describe give list tell';
/** What is asked of a text: "ماذا ورد", "كما ذكر". */
const SAYING = 'ورد يرد ذكر يذكر تعريف';
const WHAT = 'ما ماذا كما';
const CONJUNCTIONS = 'و ثم او and or then';
/** What stands before a request and does not end its beginning. */
const COURTESY = 'فضلك فضلكم رجاء الرجاء ارجو لو سمحت سمحتم ممكن please kindly can could would you';
const MAX_COURTESY_WORDS = 16;
/** What a question wants of a numbered part whose whole text is wanted: "ما نص المادة 45؟"; alone they are subjects. */
const WORDINGS = 'نص صيغة منطوق فحوى wording text';
const PARTS =
  'المادة مادة البند بند الفقرة فقرة الفصل فصل القرار قرار المرسوم مرسوم النظام اللائحة التعميم الشرط article articles section clause paragraph';
const ENGLISH_LINKS = 'of the';

const words = (list: string): string[] =>
  list
    .split(/\s+/)
    .map(normaliseWord)
    .filter((word) => word !== '');

/** The lists of one language: words that never carry a subject, and the same list with question words. */
interface Lists {
  stop: ReadonlySet<string>;
  stopInQuestion: ReadonlySet<string>;
}

const listsOf = (plain: string, asking: string): Lists => {
  const stop = words(plain);
  return { stop: new Set(stop), stopInQuestion: new Set([...stop, ...words(asking)]) };
};

const IN_ARABIC = listsOf(ARABIC, `${ARABIC_QUESTIONS} ${ASKING}`);
const IN_LANGUAGE = new Map<StemLanguage, Lists>([['en', listsOf(ENGLISH, ENGLISH_QUESTIONS)]]);

/** Made when first asked for: a gateway meets few languages. */
function findLists(language: StemLanguage): Lists | undefined {
  const lists = IN_LANGUAGE.get(language);
  if (lists || language === 'en') return lists;
  const { plain, asking } = FUNCTION_WORDS[language];
  const created = listsOf(plain, asking);
  IN_LANGUAGE.set(language, created);
  return created;
}

/**
 * Whether a normalised word carries no subject in a passage of the given language; what is no subject in Arabic is none
 * anywhere.
 */
export function isStopWord(word: string, language: StemLanguage = 'en'): boolean {
  return IN_ARABIC.stop.has(word) || (findLists(language)?.stop.has(word) ?? false);
}

/** Whether a normalised word carries no subject in a question: a stop word or one that only asks. */
export function isStopWordOfQuestion(word: string, language: StemLanguage = 'en'): boolean {
  return (
    IN_ARABIC.stopInQuestion.has(word) ||
    (JOINED.test(word) && IN_ARABIC.stopInQuestion.has(word.slice(1))) ||
    (findLists(language)?.stopInQuestion.has(word) ?? false)
  );
}

/** "And" or "to", and a word of three letters or more: لوين, وقديش. */
const JOINED = /^[ول]\p{sc=Arabic}{3,}$/u;

const setOf = (list: string): ReadonlySet<string> => new Set(words(list));
const [requests, saying, what, conjunctions, courtesy] = [
  setOf(REQUESTS),
  setOf(SAYING),
  setOf(WHAT),
  setOf(CONJUNCTIONS),
  setOf(COURTESY),
];
const [wordings, parts, links] = [setOf(WORDINGS), setOf(PARTS), setOf(ENGLISH_LINKS)];

/** Whether a normalised word can be a verb that only asks; `isRequest` tells whether it does where it stands. */
export const canBeRequest = (word: string): boolean => requests.has(word) || saying.has(word);

/**
 * Whether the word at a place of a question only asks for an answer: a request that begins the question or follows a
 * conjunction or words of courtesy, a verb of saying after "what" or "as", the text of a part that is named next, or the
 * rest of a form such as "how long" or "can I get".
 */
export function isRequest(question: readonly string[], place: number): boolean {
  const word = question[place] ?? '';
  const before = question[place - 1] ?? '';
  if (saying.has(word) && what.has(before)) return true;
  if ([1, 2].some((offset) => FORMS.test(question.slice(place - offset, place - offset + 3).join(' '))))
    return true;
  if (wordings.has(word)) {
    const next = question.slice(place + 1).find((later) => !links.has(later));
    return parts.has(next ?? '');
  }
  if (requests.has(word))
    return (
      conjunctions.has(before) ||
      (place <= MAX_COURTESY_WORDS &&
        question
          .slice(0, place)
          .every(
            (earlier, index) =>
              courtesy.has(earlier) || (earlier === 'من' && question[index + 1]?.startsWith('فضل')),
          ))
    );
  return word.startsWith('و') && place > 0 && requests.has(word.slice(1));
}
