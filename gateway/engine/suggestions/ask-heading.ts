/** Questions that headings lead to. */
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { detectSmallTalk } from '#gateway/engine/question/small-talk.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import { lowerFirst } from './ask-row-in-english.ts';

/**
 * A question, and how it came about: asked as it stands, how something is done, what there is of something, or the same
 * of any heading.
 */
interface Suggestion {
  question: string;
  kind: 'asked' | 'how' | 'what' | 'general';
}

/** Verbal nouns of what people do: «كيف يتم ...؟» asks about them. */
export const ROLE_ACTIONS =
  'فتح|إغلاق|تسجيل|تحويل|تفعيل|إلغاء|تجديد|إضافة|تعديل|إرسال|استعادة|تغيير|تحديث|حذف|إنشاء|إصدار|استخدام|تقديم|دفع|سداد|شراء|تثبيت|تشغيل|حجز|استلام|إرجاع|استبدال|رفع|تنزيل|ربط|إيداع|سحب|اختيار|تنظيف|صيانة|تأجيل|استرداد|نقل|شحن|تقسيط|إبلاغ|تبليغ|اعتراض|تصدير|استيراد';
/** Nouns that one asks for with «ما ...؟», alone, in a genitive or with the article. */
const THINGS =
  'مستندات|وثائق|أوراق|شروط|رسوم|خطوات|متطلبات|أنواع|مزايا|فوائد|أسباب|أهداف|إجراءات|حدود|خدمات|مواعيد|أوقات|ساعات|عقوبات|حقوق|واجبات|التزامات|أسعار|فئات|حالات|مهام|أحكام|قواعد|ضوابط|معايير|طرق|وسائل|قنوات|مراحل|مكونات|أعراض|طريقة|مدة|عنوان|سياسة|تعريف|مفهوم|أهمية|دور|آلية';
const ARABIC_ACTION = new RegExp(`^(?:ال)?(?:${ROLE_ACTIONS})(?=\\s|$)`, 'u');
/** Joined to an action by «و» without being one: «التسجيل والمرشد». */
const JOINED = new RegExp(`^\\p{L}+ و(?!(?:ال)?(?:${ROLE_ACTIONS})(?:ها?)?(?:\\s|$))`, 'u');
const ARABIC_THING = new RegExp(`^(?:ال)?(?:${THINGS})(?=\\s|$)`, 'u');
const ARABIC_QUESTION = /^(?:ما|ماذا|من|متى|أين|كيف|كم|هل|لماذا|لم|أي|أية|بكم|ماهو|ماهي)\s/u;
/** «ما لا يغطيه التأمين», «ما تشمله الباقة», which ask with «ما الذي». */
const RELATIVE = /^ما (?=لا\s|[يت]\p{L}+ه\s)/u;

const AUXILIARY = 'is|are|was|were|can|could|do|does|did|will|would|should|may|must|has|have';
const ENGLISH_QUESTION = new RegExp(
  `^(?:who|whom|whose|which|why|what (?:${AUXILIARY}|happens|counts)|(?:when|where|how) (?:${AUXILIARY})|how (?:much|many|long|often|far|soon)|is|are|can|could|do|does|did|will|should|may)\\b`,
  'iu',
);
/** "Where data is kept", which asks "Where is data kept?" */
const INDIRECT =
  /^(?<word>where|when|how) (?<subject>.+?) (?<aux>is|are|can|may|must|should|will) (?<rest>.+)$/iu;
const ENGLISH_THINGS =
  /^(?!.*\b(?:the|a|an|your|our)\b).*\b(?:documents|fees|limits|requirements|steps|conditions|hours|benefits|types|prices|rules|costs|methods|channels|features|options|reasons|goals|objectives|services|rights|duties|symptoms|causes|deadlines|exceptions|rates|plans|(?<one>policy|procedure))$/iu;
/** Gerunds that say what kind of thing it is: hours of opening, no hours to open. */
const KIND_OF_THING = /^(?:opening|shipping|booking|ordering|filing|renting) \p{L}+$/iu;
const VERBS =
  'accept activate add apply appeal arrange ask book buy cancel change check claim close complain connect contact correct create delete disable dispute download earn edit enable exchange export extend file find get import install invite join leave log make move open order pay print recover redeem register renew rent replace report request reset restore return schedule send set share stop submit switch top track transfer turn unblock update upgrade upload use verify view withdraw'.split(
    ' ',
  );
/** "Cancelling", "making", "getting" and their verbs. */
const GERUNDS = new Map<string, string>(
  VERBS.flatMap((verb) => [
    [`${verb.replace(/(?<!e)e$/u, '')}ing`, verb] as const,
    [`${verb}${verb.at(-1)}ing`, verb] as const,
  ]),
);

/** A grammatical question about what stands under a heading, which carries no number and no final punctuation. */
const askAboutHeading = (heading: string, language: 'ar' | 'en'): Suggestion =>
  language === 'ar' ? askInArabic(heading) : askInEnglish(heading);

function askInArabic(heading: string): Suggestion {
  const how = /^كيفية\s+(?<what>[^؟?]+)/u.exec(heading)?.groups?.['what'];
  if (/[؟?]$/u.test(heading) && how === undefined)
    return { question: heading.replace(/\?$/u, '؟'), kind: 'asked' };
  if (ARABIC_QUESTION.test(heading))
    return { question: `${heading.replace(RELATIVE, 'ما الذي ')}؟`, kind: 'asked' };
  const action = how ?? (ARABIC_ACTION.test(heading) && !JOINED.test(heading) ? heading : undefined);
  const verb = /^\p{L}+ة(?=\s|$)/u.test(action ?? '') ? 'تتم' : 'يتم';
  if (action) return { question: `كيف ${verb} ${action}؟`, kind: 'how' };
  if (ARABIC_THING.test(heading)) return { question: `ما ${heading}؟`, kind: 'what' };
  // In quotation marks a heading keeps its own case endings, whatever the sentence would ask for.
  return { question: `ماذا ورد عن «${heading.replace(/[«»]/gu, '')}»؟`, kind: 'general' };
}

function askInEnglish(heading: string): Suggestion {
  if (heading.endsWith('?')) return { question: heading, kind: 'asked' };
  if (ENGLISH_QUESTION.test(heading)) return { question: `${asReader(heading)}?`, kind: 'asked' };
  const { word, subject = '', aux, rest } = INDIRECT.exec(heading)?.groups ?? {};
  if (word !== undefined)
    return { question: asReader(`${word} ${aux} ${lowerFirst(subject)} ${rest}?`), kind: 'asked' };
  const action = /^how to\s+(?<what>.+)$/iu.exec(heading)?.groups?.['what'] ?? asAction(heading);
  if (action !== undefined) return { question: `How do I ${lowerFirst(asReader(action))}?`, kind: 'how' };
  const things = ENGLISH_THINGS.exec(heading);
  const verb = things?.groups?.['one'] === undefined ? 'are' : 'is';
  if (things !== null) return { question: `What ${verb} the ${lowerFirst(heading)}?`, kind: 'what' };
  return { question: `What does it say about “${heading.replace(/[“”]/gu, '')}”?`, kind: 'general' };
}

const asReader = (text: string): string => text.replace(/\byour\b/giu, 'my');

/** "Adding and removing agents" as "add and remove agents"; undefined for anything else. */
function asAction(heading: string): string | undefined {
  const words = heading.split(' ');
  if (KIND_OF_THING.test(heading) && ENGLISH_THINGS.test(heading)) return undefined;
  const verbs = words.map((word) => GERUNDS.get(word.toLowerCase()));
  const isAction = verbs[0] !== undefined && words.length > 1 && !/^(?:and|or|is|are)$/u.test(words[1] ?? '');
  const isPair = verbs[0] !== undefined && words[1] === 'and' && verbs[2] !== undefined && words.length > 3;
  if (!isAction && !isPair) return undefined;
  return words.map((word, place) => (place === 0 || (isPair && place === 2) ? verbs[place] : word)).join(' ');
}

const END_OF_NUMBER = String.raw`\s*[:：.–—\-]\s*`;
const NUMBERING = new RegExp(
  [
    String.raw`(?:ال)?(?:فصل|باب|قسم|جزء|مادة|بند|فقرة|محور|وحدة|درس|ملحق|خطوة)\s+(?:[\p{Nd}.]+|\p{L}+(?:\s+عشرة?)?)${END_OF_NUMBER}`,
    String.raw`(?:أولا|ثانيا|ثالثا|رابعا|خامسا|سادسا|سابعا|ثامنا|تاسعا|عاشرا)\u064b?${END_OF_NUMBER}`,
    String.raw`(?:chapter|section|part|article|step|unit|appendix|lesson)\s+(?:[\p{Nd}.]+|[ivxlc]+|[a-z])${END_OF_NUMBER}`,
    String.raw`\p{Nd}+(?:[.\-]\p{Nd}+)*\s*[.):–—\-]?\s+`,
  ]
    .map((form) => `^${form}`)
    .join('|'),
  'iu',
);
/** Nouns that ask for another noun: alone and without the article they name nothing. */
const BARE_NOUN = new RegExp(`^(?:${ROLE_ACTIONS}|${THINGS})$`, 'u');
/** Labels of web pages, which stand above a form or a list of links. */
const LABEL =
  /^(?:ال)?(?:صفحة (?:ال)?رئيسية|رئيسية|قائمة|بحث|مشاركة|طباعة|تالي|سابق|مزيد|دخول|خروج)$|^(?:تسجيل (?:ال)?(?:دخول|خروج)|إنشاء حساب|اتصل بنا|تواصل معنا|من نحن|اقر[أا] المزيد|اقر[أا] [أا]يض[ًا]*|(?:روابط|مواضيع|مقالات) (?:ذات صلة|مفيدة))$|^(?:sign|log)[ -]?(?:in|up|out|on)$|^(?:home(?: ?page)?|menu|navigation|search|share|print|next|previous|back|more|welcome|register|create (?:an )?account|contact(?: us)?|about(?: us)?|(?:read|learn) more|see also|related(?: \p{L}+)?|quick links|useful links|follow us|newsletter|comments)$/iu;
const GENERIC =
  /^(?:ال)?(?:مقدمة|تمهيد|خاتمة|فهرس(?: المحتويات)?|محتويات|مراجع|مصادر|ملاحق|ملاحظات|عام|أحكام عامة|أحكام ختامية|أسئلة (?:ال)?(?:متكررة|شائعة))$|^(?:introduction|preface|foreword|conclusion|summary|(?:table of )?contents|references|bibliography|appendix|notes?|general|overview|faqs?|frequently asked questions|index)$/iu;
/** A part of a text by its number alone, a greeting to readers, or a line about the text itself. */
const BARE_PART =
  /^(?:ال)?(?:فصل|باب|قسم|جزء|مادة|بند|فقرة|محور|وحدة|درس|ملحق|خطوة|جدول|شكل|صفحة|نموذج|إصدار|نسخة)\s+\(?(?:[\p{Nd}.]+|\p{L}|ال(?:[أا]ول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر)[ىة]?)\)?(?:\s+من\s+\p{Nd}+)?$|^(?:chapter|section|part|article|step|unit|appendix|lesson|table|figure|page|version|form)\s+\(?(?:[\p{Nd}.]+|[ivxlc]+|[a-z])\)?(?:\s+of\s+\p{Nd}+)?$/iu;
const ABOUT_TEXT =
  /^(?:مقدمة|نبذة|لمحة|نظرة عامة|عن|حول|[أا]هل\u064b?ا\u064b?|مرحب\u064b?ا\u064b?|(?:آخر|تاريخ)\s+(?:ال)?تحديث)(?:\P{L}.*)?$|^(?:introduction|overview|about|welcome)(?:\s.*)?$|^(?:last\s+)?updated\b/iu;

/** The heading by which a section goes, without its number and final punctuation. */
export const headingOf = (title: string): string =>
  (title.split(HEADING_SEPARATOR).at(-1) ?? '')
    .replace(NUMBERING, '')
    .replace(/[\s:：.،,;؛\-–—]+$/u, '')
    .trim();

/** The heading above the last, but for the title of the document. */
export const parentOf = (title: string): string => title.split(HEADING_SEPARATOR).slice(1, -1).at(-1) ?? '';

/** What the last heading of a section's path asks; nothing of headings that ask nothing. */
export function askAbout(title: string): Suggestion[] {
  const heading = headingOf(title);
  if (heading.length < 3 || heading.length > 90 || !/\p{L}{2}/u.test(heading)) return [];
  if ([GENERIC, LABEL, BARE_NOUN, BARE_PART, ABOUT_TEXT].some((form) => form.test(heading))) return [];
  if (detectSmallTalk(heading) !== undefined) return [];
  return [askAboutHeading(heading, detectLanguage(heading))];
}
