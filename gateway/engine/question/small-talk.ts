import { normaliseWord } from '#common/fold-text.ts';
import { isStopWord, isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { type Token, tokenise } from '#gateway/engine/analysis/tokenise.ts';

/** What people say to a bot that asks nothing of its knowledge. `no-question`: a question is announced, or has no subject. */
export type SmallTalk = 'no-question' | 'identity' | 'wellbeing' | 'thanks' | 'farewell' | 'greeting';

/** You, to a man, a woman or several, at the end of a word: كيفك, كيفكم, شلونج; kifak, kifik, kifkom. */
const ARABIC_PRONOUN = /(?<=...)(?:كما|كم|كن|كو|كوا|كون|كي|ج)$/u;
const LATIN_PRONOUN = /(?<=...)(?:kom|kum|kon|kun|ik|ek|ich|ech)$/u;
const YOU = /^انت(?:م|ما|ن|و|وا|ي)$/u;
const ABBREVIATED: Readonly<Record<string, string>> = { r: 'are', u: 'you', ur: 'your' };

/** A normalised word whoever it is said to, and however it is abbreviated. */
const foldAddressee = (word: string): string =>
  ABBREVIATED[word] ?? word.replace(YOU, 'انت').replace(ARABIC_PRONOUN, 'ك').replace(LATIN_PRONOUN, 'ak');

const phrases = (list: string): string[][] =>
  list
    .trim()
    .split(/\s*[,\n]\s*/u)
    .map((phrase) =>
      phrase
        .trim()
        .split(/\s+/u)
        .map((word) => foldAddressee(normaliseWord(word))),
    );

/** Every first word combined with every second expression, of one or more words: شنو اخبارك. */
const combine = (before: string, behind: string): string =>
  before
    .split(' ')
    .flatMap((first) => behind.split(', ').map((rest) => `${first} ${rest}`))
    .join(', ');

/** Phrases by kind, the kind that decides first where a message has several: «hello, who are you?». */
const PHRASES: Readonly<Record<SmallTalk, readonly string[][]>> = {
  'no-question': phrases(`
    عندي سؤال, لدي سؤال, معي سؤال, عندي استفسار, لدي استفسار, عندي مشكلة, لدي مشكلة, سؤال, استفسار, ممكن سؤال, ممكن استفسار
    ممكن اسأل, ممكن اسأل سؤال, ممكن اسالك, ابي اسأل, ابغى اسأل, بدي اسأل, بدي اسال سؤال, عايز اسأل, عايز اسأل سؤال, عاوز اسأل, حاب اسأل
    بغيت نسول, بغيت نسقسي, نحب نسأل, نحب نسال, واش نقدر نسول, أريد أن أسأل, اريد السؤال, هل يمكنني السؤال, هل يمكن ان اسأل, اريد ان اسالك
    محتاج مساعدة, محتاجة مساعدة, احتاج مساعدة, أحتاج إلى مساعدة, ابي مساعدة, ابغى مساعدة, بدي مساعدة, عايز مساعدة, بغيت مساعدة, بغيت تعاوني
    ساعدني, ساعدوني, ساعديني, تقدر تساعدني, ممكن تساعدني, ممكن مساعدة, هل يمكنك مساعدتي, مساعدة, عاوني
    3andi so2al, andi soal, 3ndi so2al, 3andi sou2al, momken so2al, mumkin soal, momken as2al, bde es2al, bidi es2al
    i have a question, i have a problem, i ve a question, i got a question, i have an issue, can i ask, can i ask a question, can i ask you something, may i ask a question
    quick question, question, a question, i need help, need help, help, help me, can you help, can you help me, could you help me, i want to ask, i want to ask something
  `),
  identity: phrases(`
    من انت, من أنت, مين انت, مين حضرتك, انت مين, منو انت, من تكون, شكون انت, شكون نتا, انت شكون, هل انت روبوت, انت روبوت, انت بوت, انت انسان, هل انت انسان
    ما اسمك, شو اسمك, وش اسمك, شنو اسمك, اسمك ايه, واش سميتك, ماذا تستطيع ان تفعل, ماذا يمكنك ان تفعل, وش تقدر تسوي, شو بتعمل, بتعمل ايه, شنو تقدر دير
    min enta, meen enta, enta meen, chkoun nta, esmak eh, shu esmak
    who are you, what are you, who is this, whats your name, what s your name, what is your name, are you a bot, are you human, are you a robot, are you real, what can you do, what do you do
  `),
  wellbeing: phrases(`
    كيف حالك, كيف الحال, كيف حالكم, كيفك, كيفكم, كيفكن, شلونك, شلونكم, شلون الصحة, شخبارك, شخباركم, وش اخبارك, اش اخبارك, شو اخبارك, ايه الاخبار, اخبارك ايه, اخبارك, عامل ايه, عاملين ايه
    كيفكو, كيفكون, كيفنكن, كيفنك, كيف احوالك, كيف احوالكم, كيف الاحوال, كيف الصحة, كيف اصبحت, كيف امسيت, شو الاخبار, شنو الاخبار, وش علومك, علومك, علومكم, شحوالك, اشحالك, اشلونك, اشلونكم, شلونج, شونك, عاملة ايه, ازيكو, ازيكوا, ازاي الحال
    كي داير الحال, كيداير الحال, كي دايرة, كيدايرة, كي دايرين, كيدايرين, كيف داير, كي صحيتو, كي حالك, كيفاش راك, شنية احوالك, شنحوالكم, شنوة الاحوال, لاباس عليكم, لاباس عليكوم, واش راكم, كيراكم, راك مليح, labas 3lik, labas 3likom, kidayr, kidayer, ki rak, wesh rak, chnahwalek, chnia lahwal, 3amlin eh, ezayko, izayak, kifik, kifek, kifkon, kifkom, kifkun, kif el7al, kif l7al, kif lhal, shlonkum, shakhbarak, shakbarak, shu el akhbar
    ازيك, ازيكم, ازي حضرتك, لاباس, لاباس عليك, لا باس, كي داير, كيداير, كي راك, كيراك, واش راك, شنو احوالك, شنحوالك, عساك طيب, ان شاء الله بخير, بخير, الحمد لله, الحمدلله, تمام الحمدلله
    kifak, kefak, keefak, kif 7alak, kif halak, kayf halak, shlonak, shlonik, shlonkom, ezayak, ezayek, izzayak, 3amel eh, amel eh, labas, la bas, ki dayer, wach rak, cv, ca va
    ${combine('شو شنو شن شنوة شنهي شني وش ويش ايش اش ما كيف', 'اخبارك, احوالك, علومك, اخبار الصحة')}
    ${combine('اخبارك علومك احوالك', 'شو, شنو, ايه, ايش, وش, كيف')}
    how are you, hru, how are you doing, how is everything, how s everything, hows everything, hope you are well, hope you are doing well, are you there, anyone there, anybody there, how do you do, hows it going, how s it going, how is it going, whats up, what s up, sup, how have you been, i am fine, im fine
  `),
  thanks: phrases(`
    شكرا, شكرا لك, شكرا لكم, شكرا جزيلا, الشكر لك, شكرا على المساعدة, شكرا للمساعدة, شكرا على مساعدتك, الف شكر, مشكور, مشكورة, مشكورين, تشكر, تشكرات, اشكرك, اشكركم, نشكرك, شاكر لك, جزاك الله خيرا, جزاك الله خير, جزاكم الله خيرا, الله يجزاك خير
    يعطيك العافية, الله يعطيك العافية, يعطيكم العافية, يعطيكن العافية, يعطيكو العافية, يعطيك الف عافية, الله يعطيكم العافية, الله يعطيكن العافية, الله يقويك, قواك, عساك على القوة, يعطيك الصحة, يعطيكم الصحة, الله يعطيك الصحة, صحيتو, صحة, يسلمك, تسلموا, تسلمولي, سلمت, سلمت يداك, تسلم ايديك, كثر خيرك, كتر خيرك, الله يكثر خيرك, كثر الله خيرك, الله يسعدك, الله يوفقك, يكثر خيرك, ربنا يخليك, ربنا يكرمك, ربنا يبارك فيك, ربنا يوفقك, الله يكرمك, الله يبارك لك, بيض الله وجهك, ما تقصر, ما تقصرون, ما قصرتوا, ما قصرتي, الله يعافيك, تسلم, تسلمي, تسلم ايدك, تسلمون, يسلمو, يسلموا, يسلموا ايديك, الله يسلمك, ما قصرت, ماقصرت, كفيت ووفيت, ممنون, ممنونك, متشكر, متشكرة, متشكرين, ميرسي, مرسي
    بارك الله فيك, الله يبارك فيك, يعيشك, بارك الله فيكم, صحيت, صحا, الله يحفظك, الله يخليك, الله يرحم والديك, تمام, تمام شكرا, طيب, طيب شكرا, اوكي, اوك, حسنا, ممتاز, رائع, فهمت, وصلت المعلومة
    shukran, shokran, chokran, choukran, shukran gazilan, mashkoor, yeslamo, teslam, tslm, merci, mersi, ya3tik el 3afye, yaatik el aafye, barak allah fik, jazak allah khair, tamam
    thanks, thank you, thanks in advance, thank you in advance, شكرا مقدما, thx, tnx, ty, tysm, thanks a lot, thanks a million, many thanks, thanks so much, thank you so much, thank you very much, thanks for the help, thanks for your help, thank you for your help
    much appreciated, appreciate it, i appreciate it, cheers, great, great thanks, perfect, awesome, got it, ok, okay, ok thanks, okay thank you, that helped, that helps, alright, cool, good job, well done
  `),
  farewell: phrases(`
    مع السلامة, في امان الله, بأمان الله, الى اللقاء, وداعا, باي, بااي, باي باي, تصبح على خير, تصبحون على خير, تصبحي على خير, اشوفك على خير, سلامات, يلا باي, يلا سلام, نشوفك, بسلامة, بالسلامة, الله معك, فمان الله, في حفظ الله
    ma3 el salama, ma3 salama, maa salama, yalla bye, bslama, beslama, tesba7 3ala kheir, au revoir
    bye, bye bye, goodbye, good bye, see you, see you later, see ya, cya, take care, have a nice day, have a good day, good night
  `),
  greeting: phrases(`
    مرحبا, مرحبتين, مراحب, يا مرحبا, اهلا, اهلا بك, اهلا وسهلا, اهلين, اهلين وسهلين, يا اهلا, هلا, هلا والله, هلا بك, هلا وغلا, يا هلا, ياهلا, هاي, هالو, الو, هلو, حياك, حياك الله, حياكم الله, الله يحييك, قواك الله, الله بالخير, السلام, سلام, سلام عليكم, السلام عليكم
    السلام عليكم ورحمة الله, السلام عليكم ورحمة الله وبركاته, وعليكم السلام, سلاموعليكم, السلامو عليكم, صباح الخير, صباح النور, صباح الورد, صباح الفل, صباحو, مساء الخير, مساء النور, مساء الورد, مسا الخير, صبح الخير, نهارك سعيد, طاب يومك, طاب مساؤك, تحية طيبة, تحياتي, أزول, عسلامة, على السلامة, صباح, مساء
    salam, slm, salam alikom, salam alaikum, salam alaykom, salamu alaikum, assalamu alaikum, asalam alaikum, el salam 3alaykom, salam 3alaykom, salam 3likom, salam 3alikom, al salam alaykom, ahlan, ahlein, ahla, ahlan wa sahlan, marhaba, mar7aba, merhaba, mar7ba, hala, hala wallah, ya hala, hayak allah, sabah el kheir, saba7 el kheir, saba7 el 5eir, sabah alkhair, masa el kheir, masaa el kheir, masa2 el 5eir, azul, aslema, 3aslema, salut, coucou
    hi, hii, hiii, hello, helo, hallo, hey, heya, hiya, howdy, yo, greetings, good morning, good afternoon, good evening, good day, morning, evening, hi there, hello there, hey there, bonjour, bonsoir, hola, nice to meet you
  `),
};
const KINDS = Object.keys(PHRASES) as SmallTalk[];

/** Filler words between and behind such phrases, without meaning of their own. */
const FILLERS = new Set(
  phrases(`
    يا, و, من, فضلك, فندم, افندم, بيه, بيك, ريس, اسطى, هانم, حضرتك, حضرتكم, حضراتكم, سيد, سيدتي, اخواني, اخوان, اخوتي, خالي, عمي, وليدي, لالة, الحبيب, الطيب, اليوم, النهارده, النهاردة, هاليوم, الليلة, الحين, دلوقتي, هلا, هلأ, ربنا, يكرمك, يخليك, يحفظك, يوفقك, يسعدك, يبارك, الحال, الاحوال, الاخبار, الصحة, زمان, تو, خيرا, كلكم, كلكن, لو, سمحت, سمحتي, سمحتوا, رجاء, اخي, اخوي, اخ, اختي, اخت, استاذ, استاذي, حبيبي, حبيبتي, صديقي, صاحبي, عزيزي, الغالي, غالي, شباب, جماعة, جميعا, الجميع, لكم, لك, سيدي, باشا, بوت, خوي, خويا, خو, معلم, مدير, طال, عمرك, والله, جدا, كثير, كتير, كثيرا, اوي, قوي, مرة, بزاف, برشا, واجد, هواي, جزيلا, مجددا, ثاني, تاني, بك, بكم, فيك, فيكم, عليك, عليكم, ورحمة, الله, وبركاته, الخير
    there, dear, sir, madam, maam, everyone, everybody, all, team, bot, chatbot, friend, mate, buddy, guys, folks, please, pls, plz, again, so, very, much, a, lot, for, now, and, then, today, the, your, you, help, me, my, habibi, akhi, ya, kteer, ktir, lyom, el yom, elyom, el youm, ennaharda, khoya, sidi, ustaz, fandem, bzaf, awi, gedan, gazilan
  `).flat(),
);

/** A phrase that small talk consists of, as its words are folded. */
interface Phrase {
  kind: SmallTalk;
  phrase: readonly string[];
}

const BY_FIRST_WORD = new Map<string, Phrase[]>();
for (const kind of KINDS)
  for (const phrase of PHRASES[kind]) {
    const first = phrase[0] ?? '';
    BY_FIRST_WORD.set(first, [...(BY_FIRST_WORD.get(first) ?? []), { kind, phrase }]);
  }
for (const phrases of BY_FIRST_WORD.values()) phrases.sort((a, b) => b.phrase.length - a.phrase.length);

/** Words of a message; longer messages are questions, even with a greeting in front. */
const MAX_WORDS = 14;
/** Number of question words up to which a message has no subject: «what is it?». */
const MAX_WORDS_WITHOUT_SUBJECT = 4;
/** An abbreviation may be spelled as a word that only asks: IT, WHO. */
const ABBREVIATION = /\b\p{Lu}{2,}\b/u;

/**
 * Whether a message is nothing but a greeting, thanks or the like, or asks without a subject; undefined where it asks
 * something. `hasHistory`: what is asked before may be its subject.
 */
export function detectSmallTalk(message: string, { hasHistory = false } = {}): SmallTalk | undefined {
  const words = tokenise(message).map(({ word }) => word);
  if (words.length === 0) return hasHistory ? undefined : 'no-question';
  if (words.length > MAX_WORDS) return undefined;
  const said = readPhrases(words);
  if (said) return KINDS.find((kind) => said.has(kind));
  const asksOnly =
    words.length <= MAX_WORDS_WITHOUT_SUBJECT &&
    words.every((word) => isStopWordOfQuestion(word, 'en')) &&
    !ABBREVIATION.test(message);
  return asksOnly && !hasHistory ? 'no-question' : undefined;
}

/** The kinds of the phrases that a message consists of; undefined where anything else is said. */
function readPhrases(words: readonly string[]): Set<SmallTalk> | undefined {
  const kinds = new Set<SmallTalk>();
  const folded = words.map(foldAddressee);
  for (let place = 0; place < words.length; ) {
    const match = findPhrase(folded, place);
    if (match) kinds.add(match.kind);
    else if (!FILLERS.has(folded[place] ?? '')) return undefined;
    place += match?.phrase.length ?? 1;
  }
  return kinds.size > 0 ? kinds : undefined;
}

/** The longest phrase that begins at a place of folded words. */
const findPhrase = (folded: readonly string[], start: number): Phrase | undefined =>
  BY_FIRST_WORD.get(folded[start] ?? '')?.find(({ phrase }) =>
    phrase.every((word, place) => folded[start + place] === word),
  );

/** What parts a greeting from the question, where words alone do not tell. */
const BREAK = /[\n,،;؛.!?؟:…–—]|\s-\s|\p{Extended_Pictographic}/u;
/** Words that greet or thank wherever they begin or end a question. */
const SURE_WORDS = new Set(
  phrases(`
    مرحبا, مرحبتين, مراحب, اهلا, اهلين, ياهلا, حياك, هالو, شكرا, مشكور, مشكورين, تشكرات, متشكر, ميرسي
    hi, hii, hiii, hello, helo, hey, heya, hiya, thanks, thank, thx, tnx, tysm, salam, slm, ahlan, marhaba, mar7aba, shukran, shokran, chokran, choukran
  `).flat(),
);
/** Words that greet or ask for help alone, and are a subject before a question word: «صباح أم مساء؟». */
const MAY_BE_SUBJECT = new Set(phrases('صباح, مساء, صحة, مساعدة, morning, evening, help').flat());
/** Fillers that join the next words to the previous phrase. */
const JOINTS = new Set(phrases('و, and, then, so, now').flat());
/** "I have a problem": what is asked about. */
const PROBLEM = new Set(phrases('مشكلة, problem, issue').flat());

/**
 * The words around a question that only greet, thank or announce it: «السلام عليكم», "thanks in advance", "I have a
 * question". None where nothing else is said.
 */
export function findCourtesies(question: string): Token[] {
  const tokens = tokenise(question);
  const folded = tokens.map(({ word }) => foldAddressee(word));
  const hasBreak = (place: number) =>
    BREAK.test(question.slice(tokens[place - 1]?.end ?? 0, tokens[place]?.start));
  const first = countLeading(tokens, folded, hasBreak);
  if (first === tokens.length) return [];
  const last = findTrailing(tokens, folded, { first, hasBreak });
  return [...tokens.slice(0, first), ...tokens.slice(last)];
}

/** A question with blanks for its courtesies: everything else stays where it is. */
export function blankCourtesies(question: string): string {
  let blanked = question;
  for (const { start, end } of findCourtesies(question))
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end);
  return blanked;
}

/** How many words at the beginning are courtesies. */
function countLeading(
  tokens: readonly Token[],
  folded: readonly string[],
  hasBreak: (place: number) => boolean,
): number {
  let sure = 0;
  for (let place = 0; place < Math.min(folded.length, MAX_WORDS); ) {
    const match = findPhrase(folded, place);
    if (match ? !isCourtesy(match) : place === 0 || !FILLERS.has(folded[place] ?? '')) break;
    const isPart =
      JOINTS.has(folded[place] ?? '') ||
      (match?.phrase.length === 1 && MAY_BE_SUBJECT.has(folded[place] ?? ''));
    place += match?.phrase.length ?? 1;
    const next = tokens[place]?.word ?? '';
    const asks = isStopWordOfQuestion(next) && !isStopWord(next);
    if ((match && isSure(match)) || hasBreak(place) || (asks && !isPart)) sure = place;
  }
  return sure;
}

/** The place from which on all words are courtesies; that behind the last word where none are. */
function findTrailing(
  tokens: readonly Token[],
  folded: readonly string[],
  { first, hasBreak }: { first: number; hasBreak: (place: number) => boolean },
): number {
  for (let place = Math.max(first + 1, folded.length - MAX_WORDS); place < folded.length; place++) {
    const match = findPhrase(folded, place);
    if (!match || !isCourtesy(match) || match.kind === 'no-question') continue;
    // "How do I say thank you?"
    const words = tokens.slice(first, place);
    const isSubject =
      !hasBreak(place) && (!isSure(match) || words.every(({ word }) => isStopWordOfQuestion(word)));
    if (!isSubject && readPhrases(folded.slice(place))) return place;
  }
  return folded.length;
}

const isCourtesy = ({ kind, phrase }: Phrase): boolean =>
  kind !== 'identity' && !(kind === 'no-question' && phrase.some((word) => PROBLEM.has(word)));

/** Whether a phrase is no beginning of anything else: "how do you do" is one of "how do you do that". */
function isSure({ kind, phrase }: Phrase): boolean {
  if (phrase.some((word) => SURE_WORDS.has(word))) return true;
  if (phrase.length === 1) return false;
  if (kind === 'greeting' || kind === 'no-question') return true;
  const last = phrase.at(-1) ?? '';
  return ARABIC.test(last) && (kind !== 'wellbeing' || last.endsWith('ك'));
}

const ARABIC = /^\p{sc=Arabic}/u;
