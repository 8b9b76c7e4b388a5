import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { detectStemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { isNight } from '#tests/support/full-counts.ts';

/** Pieces of texts at which a reading of plain letters could go wrong. */
const PIECES = [
  ...Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةىٱپگچڤﷲ'),
  ...Array.from('abzAZéßñşıK0129٠١٩۳५'),
  ...Array.from(' \n\t\u00a0\u2029\u200f\u200c\u00ad\ufeffـًٌَّْٰ\u0301'),
  ...Array.from('.,٬٫،؛؟!?:;()[]«»"\'’-–_/\\+%،…'),
  ...'كتاب|فاتورة|الشبكة|word|Dr|mr.|e.g.|د.|هـ.|إلخ.|12|1,234|٣٫٥|1.|東京|ー|〇|㌔|〡|႟|ไทย|😀|\ud83d|𞤀|. |؟ |الخ. '.split(
    '|',
  ),
];

const random = createRandom(27);
const TEXTS = Array.from({ length: isNight ? 40_000 : 4_000 }, () =>
  Array.from(
    { length: 1 + Math.floor(random() * 24) },
    () => PIECES[Math.floor(random() * PIECES.length)] ?? '',
  ).join(random() < 0.2 ? ' ' : ''),
);

const INSIDE = String.raw`\p{M}\u00ad\u0640\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const ARABIC = String.raw`[\p{sc=Arabic}&&\p{L}]`;
const SPACELESS = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]`;
const OTHER = String.raw`[[\p{L}\p{Nd}]--${ARABIC}--${SPACELESS}--\u0640]`;
const NUMBER = String.raw`\p{Nd}{1,3}(?:[,٬]\p{Nd}{3})+(?!\p{Nd})(?:[.٫]\p{Nd}+)?|\p{Nd}+(?:[.٫]\p{Nd}+)+`;
const WORDS = new RegExp(
  `(${SPACELESS}[${SPACELESS}\\p{M}ー]*)|${NUMBER}|${ARABIC}[${ARABIC}${INSIDE}]*|${OTHER}[${OTHER}${INSIDE}]*`,
  'gv',
);
const dictionary = new Intl.Segmenter('ja', { granularity: 'word' });

function tokenisePlainly(text: string) {
  return [...text.matchAll(WORDS)]
    .flatMap((match) =>
      match[1] === undefined
        ? [{ surface: match[0], start: match.index }]
        : [...dictionary.segment(match[1])]
            .filter(({ isWordLike }) => isWordLike !== false)
            .map(({ segment, index }) => ({ surface: segment, start: match.index + index })),
    )
    .map(({ surface, start }) => ({ word: normaliseWord(surface), start, end: start + surface.length }))
    .filter(({ word }) => word !== '');
}

const ABBREVIATION =
  /(?:^|[\s("«،,])(?:[أادمصهـقجطعرس]ـ?|أ\.د|د\.م|م\.م|ق\.م|ب\.م|هـ|إلخ|الخ|ت|ط|ج|mr|mrs|ms|dr|prof|st|no|vs|etc|fig|eq|sec|vol|pp?|art|e\.g|i\.e|u\.s|u\.k|a\.m|p\.m|inc|ltd|co|corp|jr|sr|[a-z])\.$/iu;
const segmenter = new Intl.Segmenter('ar', { granularity: 'sentence' });

/** Lines cut by the segmenter, pieces joined behind abbreviations and the numbers of items. */
function splitPlainly(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const sentences: string[] = [];
    let piece = '';
    for (const { segment, index } of segmenter.segment(line)) {
      piece += segment;
      const goesOn = ABBREVIATION.test(piece.trim()) || /^\p{Nd}{1,3}[.)]$/u.test(piece.trim());
      if (index + segment.length < line.length && goesOn) continue;
      sentences.push(piece.trim());
      piece = '';
    }
    return sentences.filter((sentence) => sentence !== '');
  });
}

describe('quick scans read what the expressions say', () => {
  test('tokens', () => {
    for (const text of TEXTS)
      expect({ text, tokens: tokenise(text) }).toEqual({ text, tokens: tokenisePlainly(text) });
    const long = `${'ا'.repeat(200)} ${'a'.repeat(64)} ${'1'.repeat(65)}`;
    expect(tokenise(long)).toEqual(tokenisePlainly(long));
  });

  test('sentences', () => {
    for (const text of TEXTS) {
      const sentences = splitSentences(text).map((sentence) => sentence.text);
      expect({ text, sentences }).toEqual({ text, sentences: splitPlainly(text) });
    }
  });

  test('the language of words that do not begin in Arabic', () => {
    expect(detectStemLanguage(['كتابder،ًdie (كتابdas) ٣der'])).toBe('en');
    expect(detectStemLanguage(['كتاب der ـdie 3das «und», ist'])).toBe('de');
    expect(detectStemLanguage(['كتاب東京 كِتَاب'])).toBe('en');
    expect(detectStemLanguage(['كتاب 東京に、京都に'])).toBe('ja');
  });
});
