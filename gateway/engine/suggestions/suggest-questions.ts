import { titleKey } from '#common/title-key.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { detectSmallTalk } from '#gateway/engine/question/small-talk.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';

/** A question, and how it came about: found as it stands, fitted to its heading, or asked the same of any heading. */
interface Suggestion {
  question: string;
  kind: 'asked' | 'fitting' | 'general';
}

/** Verbal nouns of what people do: «كيف يتم ...؟» asks about them. */
const ROLE_ACTIONS =
  'فتح|إغلاق|تسجيل|تحويل|تفعيل|إلغاء|تجديد|إضافة|تعديل|إرسال|استعادة|تغيير|تحديث|حذف|إنشاء|إصدار|استخدام|تقديم|دفع|سداد|شراء|تثبيت|تشغيل|حجز|استلام|إرجاع|استبدال|رفع|تنزيل|ربط|إيداع|سحب|اختيار|تنظيف|صيانة';
/** Nouns that one asks for with «ما ...؟», alone, in a genitive or with the article. */
const THINGS =
  'مستندات|وثائق|أوراق|شروط|رسوم|خطوات|متطلبات|أنواع|مزايا|فوائد|أسباب|أهداف|إجراءات|حدود|خدمات|مواعيد|أوقات|ساعات|عقوبات|حقوق|واجبات|التزامات|أسعار|فئات|حالات|مهام|أحكام|قواعد|ضوابط|معايير|طرق|وسائل|قنوات|مراحل|مكونات|أعراض|طريقة|مدة|عنوان|سياسة|تعريف|مفهوم|أهمية|دور|آلية';
const ARABIC_ACTION = new RegExp(`^(?:ال)?(?:${ROLE_ACTIONS})(?=\\s|$)`, 'u');
const ARABIC_THING = new RegExp(`^(?:ال)?(?:${THINGS})(?=\\s|$)`, 'u');
const ARABIC_QUESTION = /^(?:ما|ماذا|من|متى|أين|كيف|كم|هل|لماذا|لم|أي|أية|بكم|ماهو|ماهي)\s/u;

const ENGLISH_QUESTION =
  /^(?:what|who|whom|whose|which|when|where|why|how (?!to\b)|is|are|can|could|do|does|did|will|should|may)\b/iu;
const ENGLISH_THINGS =
  /^(?!.*\b(?:the|a|an|your|our)\b).*\b(?:documents|fees|limits|requirements|steps|conditions|hours|benefits|types|prices|rules|costs|methods|channels|features|options|reasons|goals|objectives|services|rights|duties|symptoms|causes|deadlines|exceptions|rates|plans)$/iu;

/** A grammatical question about what stands under a heading, which carries no number and no final punctuation. */
function askAboutHeading(heading: string, language: 'ar' | 'en'): Suggestion {
  return language === 'ar' ? askInArabic(heading) : askInEnglish(heading);
}

function askInArabic(heading: string): Suggestion {
  if (/[؟?]$/u.test(heading)) return { question: heading.replace(/\?$/u, '؟'), kind: 'asked' };
  if (ARABIC_QUESTION.test(heading)) return { question: `${heading}؟`, kind: 'asked' };
  const how = /^كيفية\s+(?<what>.+)$/u.exec(heading)?.groups?.['what'];
  const action = how ?? (ARABIC_ACTION.test(heading) ? heading : undefined);
  if (action)
    return {
      question: `كيف ${/^\p{L}+ة(?=\s|$)/u.test(action) ? 'تتم' : 'يتم'} ${action}؟`,
      kind: 'fitting',
    };
  if (ARABIC_THING.test(heading)) return { question: `ما ${heading}؟`, kind: 'fitting' };
  // In quotation marks a heading keeps its own case endings, whatever the sentence would ask for.
  return { question: `ماذا ورد عن «${heading.replace(/[«»]/gu, '')}»؟`, kind: 'general' };
}

function askInEnglish(heading: string): Suggestion {
  if (heading.endsWith('?')) return { question: heading, kind: 'asked' };
  if (ENGLISH_QUESTION.test(heading)) return { question: `${heading}?`, kind: 'asked' };
  const how = /^how to\s+(?<what>.+)$/iu.exec(heading)?.groups?.['what'];
  if (how) return { question: `How do I ${lowerFirst(how.replace(/\byour\b/giu, 'my'))}?`, kind: 'fitting' };
  if (ENGLISH_THINGS.test(heading))
    return { question: `What are the ${lowerFirst(heading)}?`, kind: 'fitting' };
  return { question: `What does it say about “${heading.replace(/[“”]/gu, '')}”?`, kind: 'general' };
}

/** Acronyms and names in capitals keep them. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A section as questions are made from it: its heading path, and the text below it where that is at hand. */
interface SuggestibleSection {
  title: string;
  text?: string;
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
/** `س: ... ؟` or `Q: ... ?` as question-and-answer texts write them. */
const ASKED =
  /(?:^|\n)[•*-]?\s*(?:س\s*\p{Nd}*|سؤال|q\s*\p{Nd}*|question)\s*[:：.\-–]\s*([^\n؟?]{8,120}[؟?])/giu;

/**
 * At most `limit` (3) questions that the sections themselves answer, in the given language where there are enough of
 * them: questions that the text asks, then those its headings lead to, in reading order. Fewer when the sections have
 * too few telling headings, none without any.
 */
export function suggestQuestions(
  sections: readonly SuggestibleSection[],
  language: 'ar' | 'en',
  limit = 3,
): string[] {
  const suggestions = sections.flatMap((section) => [
    ...askedIn(section.text ?? '').map((question): Suggestion => ({ question, kind: 'asked' })),
    ...askAbout(section.title),
  ]);
  const order = (suggestion: Suggestion): number =>
    (detectLanguage(suggestion.question) === language ? 0 : 10) +
    ['asked', 'fitting', 'general'].indexOf(suggestion.kind);
  const distinct = new Map<string, Suggestion>();
  for (const suggestion of suggestions.toSorted((a, b) => order(a) - order(b))) {
    const key = titleKey(suggestion.question).toLowerCase();
    if (!distinct.has(key)) distinct.set(key, suggestion);
  }
  return [...distinct.values()].slice(0, limit).map(({ question }) => question);
}

function askAbout(title: string): Suggestion[] {
  const heading = (title.split(HEADING_SEPARATOR).at(-1) ?? '')
    .replace(NUMBERING, '')
    .replace(/[\s:：.،,;؛\-–—]+$/u, '')
    .trim();
  if (heading.length < 3 || heading.length > 90 || !/\p{L}{2}/u.test(heading)) return [];
  if ([GENERIC, LABEL, BARE_NOUN, BARE_PART, ABOUT_TEXT].some((form) => form.test(heading))) return [];
  if (detectSmallTalk(heading) !== undefined) return [];
  return [askAboutHeading(heading, detectLanguage(heading))];
}

function askedIn(text: string): string[] {
  return [...text.matchAll(ASKED)].map(([, question = '']) => question.trim());
}
