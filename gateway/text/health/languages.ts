import { detectStemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { HEALTH_LIMITS, type HealthLanguage } from '#gateway/text/document.ts';

const SCRIPTS: readonly (readonly [script: string, language: string, letters: RegExp])[] = [
  ['Arab', 'ar', /[\p{sc=Arabic}&&\p{L}]/gv],
  ['Latn', 'und', /[\p{sc=Latin}&&\p{L}]/gv],
  ['Cyrl', 'und', /\p{sc=Cyrillic}/gu],
  ['Grek', 'el', /\p{sc=Greek}/gu],
  ['Hebr', 'he', /[\p{sc=Hebrew}&&\p{L}]/gv],
  ['Deva', 'hi', /[\p{sc=Devanagari}&&\p{L}]/gv],
  ['Thai', 'th', /[\p{sc=Thai}&&\p{L}]/gv],
  ['Hang', 'ko', /\p{sc=Hangul}/gu],
  ['Jpan', 'ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gv],
  ['Hans', 'zh', /\p{sc=Han}/gu],
];

const ANY_LETTER = /\p{L}/gu;
const PERSIAN = /[پچژگیک]/g;
const URDU = /[ٹڈڑںےھہ]/g;
const ENGLISH = /\b(?:the|of|and|to|in|is|for|with|on|are)\b/i;
/** Letters looked at: a book's worth, spread over the whole text. */
const SAMPLE = 400_000;
const SLICES = 20;
/** Below this share a language is a stray letter. */
const LEAST = 0.001;

/** Shares of a text's letters by language where it can be told, else by script; largest first. */
export function findLanguages(text: string): HealthLanguage[] {
  const sample = takeSample(text);
  const all = sample.match(ANY_LETTER)?.length ?? 0;
  if (all === 0) return [];
  const counted = SCRIPTS.map(([script, usual, letters]) => {
    const count = sample.match(letters)?.length ?? 0;
    return { script, usual, share: count / all };
  });
  const han = counted.find(({ script }) => script === 'Hans');
  const kana = counted.find(({ script }) => script === 'Jpan');
  // Japanese is written with both.
  if (han && kana && kana.share > 0.1 * han.share) {
    kana.share += han.share;
    han.share = 0;
  }
  return counted
    .filter(({ share }) => share >= LEAST)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, HEALTH_LIMITS.languages)
    .map(({ script, usual, share }) => ({
      language: nameLanguage(script, usual, sample),
      script,
      share: Math.floor(share * 1000) / 1000,
    }));
}

function nameLanguage(script: string, usual: string, sample: string): string {
  if (script === 'Arab') return nameArabicScript(sample);
  if (script === 'Cyrl')
    return detectStemLanguage([sample.replace(/[^\p{sc=Cyrillic}\s]/gu, ' ')]) === 'ru' ? 'ru' : 'und';
  if (script !== 'Latn') return usual;
  const latin = sample.replace(/[^\p{sc=Latin}\p{M}\s'’]/gu, ' ');
  const language = detectStemLanguage([latin]);
  return language === 'en' && !ENGLISH.test(latin) ? 'und' : language;
}

function nameArabicScript(sample: string): string {
  const arabic = sample.match(/[\u0621-\u064a]/g)?.length ?? 0;
  const urdu = sample.match(URDU)?.length ?? 0;
  const persian = sample.match(PERSIAN)?.length ?? 0;
  if (urdu > 0.03 * arabic) return 'ur';
  return persian > 0.06 * arabic ? 'fa' : 'ar';
}

function takeSample(text: string): string {
  if (text.length <= SAMPLE) return text;
  const step = Math.floor(text.length / SLICES);
  return Array.from({ length: SLICES }, (_, at) => text.slice(at * step, at * step + SAMPLE / SLICES)).join(
    ' ',
  );
}
