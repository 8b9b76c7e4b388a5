/** How callers ask: in the Arabic of their country, and in English. */
export const SPEECHES = ['msa', 'saudi', 'egyptian', 'levantine', 'maghrebi', 'english'] as const;
export type Speech = (typeof SPEECHES)[number];

type Prompts = { language: 'ar' | 'en'; tag: string; questions: readonly string[] };

/**
 * Questions that most shops are asked, to be read aloud: the same four in each speech, so that one sees which of them a
 * model understands. They are data, said as they stand in whichever language the page is in.
 */
export const PROMPTS: Record<Speech, Prompts> = {
  msa: {
    language: 'ar',
    tag: 'ar',
    questions: [
      'خلال كم يوم يحق لي إرجاع المنتج؟',
      'كم رسوم التوصيل داخل المدينة؟',
      'ما أوقات العمل يوم الجمعة؟',
      'كم مدة الضمان على الجوالات؟',
    ],
  },
  saudi: {
    language: 'ar',
    tag: 'ar-SA',
    questions: [
      'كم يوم عندي عشان أرجّع المنتج؟',
      'بكم التوصيل داخل الرياض؟',
      'متى تفتحون يوم الجمعة؟',
      'الجوال كم ضمانه؟',
    ],
  },
  egyptian: {
    language: 'ar',
    tag: 'ar-EG',
    questions: [
      'قدامي كام يوم أرجّع فيهم المنتج؟',
      'التوصيل جوّه البلد بكام؟',
      'بتفتحوا إمتى يوم الجمعة؟',
      'الموبايل ضمانه قد إيه؟',
    ],
  },
  levantine: {
    language: 'ar',
    tag: 'ar-LB',
    questions: [
      'كم يوم معي لرجّع الغرض؟',
      'قديش التوصيل جوّا المدينة؟',
      'أيمتى بتفتحوا يوم الجمعة؟',
      'قديش كفالة الموبايل؟',
    ],
  },
  maghrebi: {
    language: 'ar',
    tag: 'ar-MA',
    questions: [
      'شحال من نهار عندي باش نرجّع السلعة؟',
      'بشحال التوصيل وسط المدينة؟',
      'وقتاش كتحلّو نهار الجمعة؟',
      'شحال فيه ديال الضمان هاد التيليفون؟',
    ],
  },
  english: {
    language: 'en',
    tag: 'en',
    questions: [
      'How many days do I have to return an unused item?',
      'How much is delivery for a small parcel?',
      'When are you open on Fridays?',
      'How long is the warranty on a sofa?',
    ],
  },
};
