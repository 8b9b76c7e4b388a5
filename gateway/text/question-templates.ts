/** A question, and how it came about: found as it stands, fitted to its heading, or asked the same of any heading. */
export interface Suggestion {
  question: string;
  kind: 'asked' | 'fitting' | 'general';
}

/** Verbal nouns of what people do: «كيف يتم ...؟» asks about them. */
const ACTIONS =
  'فتح|إغلاق|تسجيل|تحويل|تفعيل|إلغاء|تجديد|إضافة|تعديل|إرسال|استعادة|تغيير|تحديث|حذف|إنشاء|إصدار|استخدام|تقديم|دفع|سداد|شراء|تثبيت|تشغيل|حجز|استلام|إرجاع|استبدال|رفع|تنزيل|ربط|إيداع|سحب|اختيار|تنظيف|صيانة';
/** Nouns that one asks for with «ما ...؟», alone, in a genitive or with the article. */
const THINGS =
  'مستندات|وثائق|أوراق|شروط|رسوم|خطوات|متطلبات|أنواع|مزايا|فوائد|أسباب|أهداف|إجراءات|حدود|خدمات|مواعيد|أوقات|ساعات|عقوبات|حقوق|واجبات|التزامات|أسعار|فئات|حالات|مهام|أحكام|قواعد|ضوابط|معايير|طرق|وسائل|قنوات|مراحل|مكونات|أعراض|طريقة|مدة|عنوان|سياسة|تعريف|مفهوم|أهمية|دور|آلية';
const ARABIC_ACTION = new RegExp(`^(?:ال)?(?:${ACTIONS})(?=\\s|$)`, 'u');
const ARABIC_THING = new RegExp(`^(?:ال)?(?:${THINGS})(?=\\s|$)`, 'u');
const ARABIC_QUESTION = /^(?:ما|ماذا|من|متى|أين|كيف|كم|هل|لماذا|لم|أي|أية|بكم|ماهو|ماهي)\s/u;

const ENGLISH_QUESTION =
  /^(?:what|who|whom|whose|which|when|where|why|how (?!to\b)|is|are|can|could|do|does|did|will|should|may)\b/iu;
const ENGLISH_THINGS =
  /^(?!.*\b(?:the|a|an|your|our)\b).*\b(?:documents|fees|limits|requirements|steps|conditions|hours|benefits|types|prices|rules|costs|methods|channels|features|options|reasons|goals|objectives|services|rights|duties|symptoms|causes|deadlines|exceptions|rates|plans)$/iu;

/** A grammatical question about what stands under a heading, which carries no number and no final punctuation. */
export function askAboutHeading(heading: string, language: 'ar' | 'en'): Suggestion {
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
