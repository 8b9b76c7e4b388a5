import { describe, expect, test } from 'vitest';
import { findLostCharacters } from '#gateway/engine/health/lost-characters.ts';

describe('letters that are lost', () => {
  test.each([
    ['the replacement character', 'مر\ufffdبا بكم'],
    ['a letter that only one font knows', 'مرحبا \ue012'],
    ['words of question marks', 'قيل: ??? ????? ???? ?? ?????'],
  ])('show by %s', (_, text) => {
    expect(findLostCharacters(text)).toMatchObject({ code: 'broken-letters', repaired: 0 });
  });

  test.each(['ماذا؟؟', 'Really?? Yes', 'ما هذا??? قل', '?'.repeat(500), ''])('are not seen in %s', (text) => {
    expect(findLostCharacters(text)).toBeUndefined();
  });
});
