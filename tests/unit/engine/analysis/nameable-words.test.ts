import { expect, test } from 'vitest';
import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';

test.each(
  'طيب ولو ايهم بحكي ارميها بتطلع اسوي امس ينفع كام اعرفه هدفع هيفرق ليا معاكم يولي حطيت وصلت يرد ادفع تدفع سبت well j ب got'.split(
    ' ',
  ),
)('has no sentence for verbs, adverbs and fillers: %s', (word) => {
  expect(isNameable(word)).toBe(false);
});

test.each(
  'الفلوس تقويم الولاء نقطة بطاقة رسوم للطلاب باقة بنك حجز تأمين مسبح جدة الرياض 60 E-404-B TOEFL parking dentist'.split(
    ' ',
  ),
)('has a sentence for nouns, names and numbers: %s', (word) => {
  expect(isNameable(word)).toBe(true);
});
