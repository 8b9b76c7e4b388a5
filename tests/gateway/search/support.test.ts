import { describe, expect, it, test } from 'vitest';
import { extractAnswer, LEAST_SUPPORT } from '#gateway/search/answer/extract-answer.ts';
import type { Synonyms } from '#gateway/search/question/alternatives.ts';
import { rank } from '#gateway/search/ranking/rank.ts';
import { weighQuestion } from '#gateway/search/ranking/weigh-question.ts';
import { buildSegment } from '#gateway/search/segment/build-segment.ts';
import { openSegment } from '#gateway/search/segment/open-segment.ts';

/** One unit about one thing: its word is in every passage, so that none of them stands out by it. */
const LIBRARY = [
  'تفتح المكتبة أبوابها من الثامنة صباحًا حتى العاشرة مساءً.',
  'يستعير عضو المكتبة ستة كتب لمدة ثلاثة أسابيع.',
  'رسوم العضوية في المكتبة خمسون ريالًا في السنة.',
  'تقع المكتبة خلف دار البلدية، ومدخلها من الحديقة.',
  'في المكتبة قاعتان للقراءة وقاعة للأطفال.',
  'من أتلف كتابًا من كتب المكتبة دفع ثمنه.',
  'تُحجز أجهزة الحاسوب في المكتبة لساعة واحدة.',
  'يساعد أمين المكتبة الزوار في البحث عن المراجع.',
  'تُقام في المكتبة محاضرة كل أسبوع.',
  'لا يُسمح بالطعام داخل المكتبة.',
  'تقبل المكتبة التبرع بالكتب في الفرع الكبير.',
  'يجوز تصوير عشر صفحات من كل مرجع في المكتبة.',
];
const TITLE = 'دليل الزائر';
const passages = LIBRARY.map((text) => ({ text, sectionTitle: '' }));
const segment = openSegment(buildSegment(passages, TITLE));

function ask(question: string, synonyms: Synonyms = []) {
  const ranked = rank(question, [{ unitId: 1, segment }], { limit: 10, synonyms });
  return extractAnswer(
    question,
    ranked.map(({ ordinal, score }) => ({
      text: LIBRARY[ordinal] ?? '',
      sectionTitle: '',
      title: TITLE,
      score,
    })),
    { maxCharacters: 300, weights: weighQuestion(question, [segment], { synonyms }), synonyms },
  );
}
const quoted = (question: string, synonyms?: Synonyms) => {
  const answer = ask(question, synonyms);
  return answer.kind === 'quoted' ? answer.text : null;
};

describe('support', () => {
  test.each([
    ['المكتبة', 'المكتبة'],
    ['ما هي المكتبة؟', 'المكتبة'],
    ['متى تفتح المكتبة؟', 'الثامنة'],
    ['قاعة المكتبة', 'قاعة'],
    ['فين المكتبة؟', 'المكتبة'],
    ['بكام العضوية؟', 'خمسون ريالًا'],
    ['الحاسوب', 'أجهزة الحاسوب'],
    ['وين تقع المكتبة؟', 'خلف دار البلدية'],
  ])('is there for %s, whose words stand in one passage, though ten are alike', (question, words) => {
    expect(quoted(question)).toContain(words);
  });

  it('comes from a synonym of the owner as from the word itself', () => {
    expect(quoted('بكم الاشتراك الذهبي؟')).toBeNull();
    expect(quoted('بكم الاشتراك الذهبي؟', [['الاشتراك الذهبي', 'رسوم العضوية']])).toContain('خمسون ريالًا');
  });

  it('comes from a title as from the text', () => {
    const list = {
      text: '• صورة من الهوية.\n• إثبات السكن.',
      sectionTitle: 'المستندات المطلوبة',
      score: 0.3,
    };
    const limits = { maxCharacters: 300, relevances: Array.from({ length: 10 }, () => 0.3) };
    expect(extractAnswer('شو الأوراق المطلوبة؟', [list], limits)).toMatchObject({
      kind: 'quoted',
      text: list.text,
    });
  });

  test.each(['كم رسوم المسبح والنادي؟', 'ما عاصمة أستراليا؟', 'متى تُعرض أفلام الكرتون في القاعة؟'])(
    'is missing for %s, of which a part is nowhere',
    (question) => {
      const answer = ask(question);
      expect(answer.kind).toBe('not-found');
      expect(answer.support).toBeLessThan(LEAST_SUPPORT);
    },
  );
});
