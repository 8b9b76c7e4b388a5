import { describe, expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

const wordsOf = (question: string) => {
  const { terms } = analyseQuestion(question);
  return terms.map(({ start, end }) => question.slice(start, end));
};

describe('words without the space between them', () => {
  test.each([
    ['رسومالاشتراك', ['رسوم', 'الاشتراك']],
    ['تأجيلالقسط', ['تأجيل', 'القسط']],
    ['تحديثالبيانات', ['تحديث', 'البيانات']],
    ['قيمةالفاتورةالاولى', ['قيمة', 'الفاتورة', 'الاولى']],
    ['كم سعر اعضاءالجمعية', ['سعر', 'اعضاء', 'الجمعية']],
  ])('are read apart in %s', (question, words) => {
    expect(wordsOf(question)).toEqual(words);
  });

  test.each([
    'والعالمية',
    'البكالوريات',
    'مقالاتكم',
    'استقبالكم',
    'احتمالاتها',
    'بالالتزام',
    'الماليزيين',
    'رسالتهم',
  ])('are not seen in %s', (word) => {
    expect(wordsOf(word)).toEqual([word]);
  });

  test.each(['ال', 'لا', 'والا'])('are not looked for in a row of %s', (letters) => {
    const row = letters.repeat(64);
    expect(wordsOf(row)).toEqual([row]);
  });
});
