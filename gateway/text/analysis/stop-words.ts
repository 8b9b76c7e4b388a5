import { ASKING } from './dialects/asking.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { normaliseWord } from './normalise.ts';
import type { StemLanguage } from './stem-language.ts';

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
ما ماذا من متى أين كيف كم هل لماذا لما لم أي أية ماهو ماهي وما ومن ومتى وأين وكيف وكم وهل ولماذا فما بماذا لمن بكم ممن علام إلام فيم أين
ايش وش شو ايه إيه ليش ليه وين فين منين كيفية وشو وشلون شلون ازاي إزاي مين منو امتى إمتى ايمتى قديش اديش اشلون شنو شنهو علاش واش كيفاش فاش شحال قداش متين وينه وينها ايشو شكون
ورد يرد تتم ذكر يذكر اذكر اشرح وضح يعني المقصود عرف تعريف حدد
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
say says said mean means explain describe give list
what which who whom whose when where why how many much please tell
`;

const words = (list: string): string[] =>
  list
    .split(/\s+/)
    .map(normaliseWord)
    .filter((word) => word !== '');

/** The lists of one language: what never is a subject, and that with what only asks. */
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
  const known = IN_LANGUAGE.get(language);
  if (known || language === 'en') return known;
  const { plain, asking } = FUNCTION_WORDS[language];
  const made = listsOf(plain, asking);
  IN_LANGUAGE.set(language, made);
  return made;
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
  return IN_ARABIC.stopInQuestion.has(word) || (findLists(language)?.stopInQuestion.has(word) ?? false);
}
