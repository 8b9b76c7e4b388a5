import { describe, expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

const read = (question: string) => analyseQuestion(question);
const terms = (question: string) => read(question).terms.map(({ word }) => word);

describe('verbs that ask', () => {
  test.each([
    ['متى يرد المبلغ', 'يرد'],
    ['هل يرد المبلغ بعد الإلغاء', 'يرد'],
    ['كيف حدد البنك الرسوم', 'حدد'],
    ['كم وزن ذكر الأسد', 'ذكر'],
    ['من عرف بالجاحظ', 'عرف'],
    ['هل ورد للبيع', 'ورد'],
    ['أين تعريف الراتب', 'تعريف'],
    ['how do I join the mailing list', 'list'],
    ['who can give blood', 'give'],
    ['does the label describe the contents', 'describe'],
  ])('are a term further on in a question: %s', (question, verb) => {
    expect(terms(question)).toContain(verb);
  });

  test.each([
    ['اذكر شروط الاسترجاع', 'اذكر'],
    ['وضح الرسوم واشرح الخصم', 'واشرح'],
    ['من فضلك اشرح طريقة الدفع', 'اشرح'],
    ['ما الضمان و عرف الاستبدال', 'عرف'],
    ['ماذا ورد في العقد', 'ورد'],
    ['ما تعريف التضخم', 'تعريف'],
    ['list the fees', 'list'],
    ['please explain the fees and describe the discount', 'describe'],
  ])('are left out where a question or a part of it begins: %s', (question, verb) => {
    expect(terms(question)).not.toContain(verb);
    expect(read(question).dropped).toContainEqual(
      expect.objectContaining({ word: verb, reason: 'question-word' }),
    );
  });
});

describe('loan words in either script', () => {
  const others = (question: string) =>
    read(question).terms.flatMap(({ word, alternatives }) => [
      word,
      ...alternatives.filter(({ origin }) => origin === 'name').map(({ words }) => words.join(' ')),
    ]);
  test.each([
    ['سعر فيتامين د', 'vitamin'],
    ['كم سعر الفيتامينات', 'vitamin'],
    ['vitamine price', 'فيتامين'],
    ['vitamins price', 'فيتامين'],
    ['Wi-Fi password', 'واي فاي'],
    ['wifi password', 'wi fi'],
    ['كلمة سر الواي فاي', 'wifi'],
    ['مشكلة بالواي فاي', 'wi fi'],
    ['الويفي مقطوع', 'wifi'],
    ['مشكلة بالويفي', 'واي فاي'],
    ['وايفاي ضعيف', 'واي فاي'],
  ])('%s is also searched as %s', (question, other) => {
    expect(others(question)).toContain(other);
  });
});
