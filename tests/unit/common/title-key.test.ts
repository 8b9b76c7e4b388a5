import { expect, test } from 'vitest';
import { isVisible, titleKey } from '#common/title-key.ts';
import { titleSchema } from '#contract/knowledge.ts';

const TITLE = 'دليل المدينة المنورة';

test.each([
  ['U+034F combining grapheme joiner', '\u034f'],
  ['U+061C Arabic letter mark', '\u061c'],
  ['U+0640 tatweel', '\u0640'],
  ['U+115F Hangul filler', '\u115f'],
  ['U+17B4 Khmer vowel that is not shown', '\u17b4'],
  ['U+180E Mongolian vowel separator', '\u180e'],
  ['U+200C zero width non-joiner', '\u200c'],
  ['U+200D zero width joiner', '\u200d'],
  ['U+200F right-to-left mark', '\u200f'],
  ['U+2060 word joiner', '\u2060'],
  ['U+2800 empty Braille cell', '\u2800'],
  ['U+3164 Hangul filler', '\u3164'],
  ['U+FE0F variation selector', '\ufe0f'],
  ['U+FEFF byte order mark', '\ufeff'],
  ['U+E0061 tag', '\u{e0061}'],
  ['U+00AD soft hyphen', '\u00ad'],
])('%s makes no other title of one, and none by itself', (_, unseen) => {
  const dressed = `${unseen}دليل المد${unseen}ينة${unseen} المنورة${unseen}`;
  expect(titleKey(dressed)).toBe(titleKey(TITLE));
  expect(isVisible(unseen.repeat(3))).toBe(false);
  expect(isVisible(dressed)).toBe(true);
});

test.each([
  ['letters by their shape', 'ﺩﻟﻴﻞ ﺍﻟﻤﺪﻳﻨﺔ ﺍﻟﻤﻨﻮﺭﺓ'],
  ['other spaces', '\u00a0دليل\u2003المدينة\u3000\n المنورة '],
])('%s are the same title', (_, title) => {
  expect(titleKey(title)).toBe(titleKey(TITLE));
});

test('one sign for many letters is those letters', () => {
  expect(titleKey('ﷲ ﷺ')).toBe(titleKey('الله صلى الله عليه وسلم'));
});

test.each([
  ['case', 'Guide', 'guide'],
  ['tashkeel', 'دليل', 'دَليل'],
  ['the yeh of Persian', 'دليل', 'دلیل'],
  ['letters of full width', 'ABC', 'ＡＢＣ'],
])('%s counts', (_, a, b) => {
  expect(titleKey(a)).not.toBe(titleKey(b));
});

test.each(['\u3164', '\u2800', '\u0301', '\u064b\u0650', ' \u200f \u0640 ', '\u{e0061}\ufe0f'])(
  '%j is no title',
  (title) => {
    expect(titleSchema.safeParse(title).success).toBe(false);
  },
);

test.each(['١', '؟', '📦', '東', 'a\u0301', '#'])('%s is one', (title) => {
  expect(titleSchema.safeParse(title).success).toBe(true);
});
