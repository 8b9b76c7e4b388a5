import { expect, test } from 'vitest';
import { createReasoningFilter } from '#gateway/modules/models/adapters/chat.ts';

/** What of a text is answer, however it is cut. */
function answerOf(text: string, size: number): string {
  const filter = createReasoningFilter();
  let given = '';
  for (let offset = 0; offset < text.length; offset += size)
    given += filter.push(text.slice(offset, offset + size));
  return given + filter.end();
}

const sizes = [1, 2, 3, 5, 8, 1000];

test.each([
  ['<think>\nأفكّر\n</think>\n\nالجواب', 'الجواب'],
  ['\n <Think>a < b </ think></THINK>الجواب </think>', 'الجواب </think>'],
  ['<thinking>سرّ</thinking> نعم', 'نعم'],
  ['الجواب <think>ليس فكرة</think>', 'الجواب <think>ليس فكرة</think>'],
  ['<thin', '<thin'],
  ['<b>غامق</b>', '<b>غامق</b>'],
  ['  مسافة', '  مسافة'],
  ['<think>لم ينتهِ', ''],
  ['<think></think>', ''],
  ['<think>İİİİ düşün</THINK>Merhaba dünya', 'Merhaba dünya'],
  ['', ''],
])('%j', (text, answer) => {
  for (const size of sizes) expect(answerOf(text, size)).toBe(answer);
});

test('gives each piece of an answer at once', () => {
  const filter = createReasoningFilter();
  expect(filter.push('نعم')).toBe('نعم');
  expect(filter.push('<think>')).toBe('<think>');
});
