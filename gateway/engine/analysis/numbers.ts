import { normaliseWord } from '#common/fold-text.ts';

/** A number in words: what it is and how many words say it. */
interface ReadNumber {
  value: number;
  length: number;
}

// By value; the first spelling of each language is the one that is looked for.
const UNITS: Readonly<Record<number, string>> = {
  0: 'صفر zero',
  1: 'واحد واحدة وحدة one',
  2: 'اثنين اثنان اثنتان اثنتين ثنتين اتنين تنين جوج زوج two',
  3: 'ثلاثة ثلاث تلاتة تلات three',
  4: 'أربعة أربع four',
  5: 'خمسة خمس five',
  6: 'ستة ست six',
  7: 'سبعة سبع seven',
  8: 'ثمانية ثماني ثمان تمانية تمنية eight',
  9: 'تسعة تسع nine',
  10: 'عشرة عشر ten',
  11: 'احدعش حداشر احداشر eleven',
  12: 'اطنعش اتناشر اثنعش twelve',
  13: 'تلتاشر thirteen',
  14: 'اربعتاشر fourteen',
  15: 'خمستاشر خمسطعش fifteen',
  16: 'ستاشر sixteen',
  17: 'سبعتاشر seventeen',
  18: 'تمنتاشر eighteen',
  19: 'تسعتاشر nineteen',
};
const TENS: Readonly<Record<number, string>> = {
  20: 'عشرين عشرون twenty',
  30: 'ثلاثين ثلاثون تلاتين thirty',
  40: 'أربعين أربعون forty',
  50: 'خمسين خمسون fifty',
  60: 'ستين ستون sixty',
  70: 'سبعين سبعون seventy',
  80: 'ثمانين ثمانون تمانين eighty',
  90: 'تسعين تسعون ninety',
};
const SCALES: Readonly<Record<number, string>> = {
  100: 'مئة مائة ميه مية hundred',
  200: 'مئتين مئتان مائتين مائتان ميتين',
  1000: 'ألف آلاف ألفا thousand',
  2000: 'ألفين ألفان',
  1000000: 'مليون ملايين million',
  1000000000: 'مليار مليارات billion',
};
const ORDINALS: Readonly<Record<number, string>> = {
  1: 'أول أولى الأول الأولى first',
  2: 'ثاني ثانية الثاني الثانية second',
  3: 'ثالث ثالثة الثالث الثالثة third',
  4: 'رابع رابعة الرابع الرابعة fourth',
  5: 'خامس خامسة الخامس الخامسة fifth',
  6: 'سادس سادسة السادس السادسة sixth',
  7: 'سابع سابعة السابع السابعة seventh',
  8: 'ثامن ثامنة الثامن الثامنة eighth',
  9: 'تاسع تاسعة التاسع التاسعة ninth',
  10: 'عاشر عاشرة العاشر العاشرة tenth',
  11: 'eleventh',
  12: 'twelfth',
  15: 'fifteenth',
  16: 'sixteenth',
  17: 'seventeenth',
  18: 'eighteenth',
  19: 'nineteenth',
  20: 'العشرين العشرون twentieth',
};

const valuesOf = (...tables: readonly Readonly<Record<number, string>>[]): ReadonlyMap<string, number> => {
  const values = new Map<string, number>();
  for (const table of tables)
    for (const [value, spellings] of Object.entries(table))
      for (const spelling of spellings.split(' ')) values.set(normaliseWord(spelling), Number(value));
  return values;
};
const SMALL = valuesOf(UNITS, TENS);
const SCALE = valuesOf(SCALES);
const ORDINAL = valuesOf(ORDINALS);
const TEEN = new Set(['عشر', 'عشره'].map(normaliseWord));
/** Beyond it nobody writes words. */
const MAX_SPELLED_NUMBER = 100;

/**
 * The number that words say from a place on: Arabic (units before tens, "و" written on) and English, standard or
 * dialect, cardinal or ordinal, as ordinals name centuries and floors. Nothing where no number begins.
 */
export function readNumber(words: readonly string[], place: number): ReadNumber | undefined {
  const ordinal = ORDINAL.get(words[place] ?? '') ?? ORDINAL.get(bare(words[place]));
  if (ordinal !== undefined) {
    const isTeen = ordinal < 10 && TEEN.has(words[place + 1] ?? '');
    return isTeen ? { value: ordinal + 10, length: 2 } : { value: ordinal, length: 1 };
  }
  let total = 0;
  let group = 0;
  let index = place;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    const joined = index > place && word.startsWith('و') ? word.slice(1) : word;
    const small =
      SMALL.get(word) ?? SMALL.get(joined) ?? (index === place ? SMALL.get(bare(word)) : undefined);
    const scale = SCALE.get(word) ?? SCALE.get(joined);
    if (small !== undefined) {
      // "five three" are two numbers; "خمسة عشر" and "خمسة وعشرون" are one.
      const continues =
        index === place ||
        (small >= 10 && group % 10 > 0 && group % 100 < 10) ||
        group % 100 === 0 ||
        (small < 10 && group % 10 === 0 && group % 100 >= 20);
      if (!continues) break;
      group += small;
    } else if (scale !== undefined) {
      if (scale === 100) group = (group || 1) * 100;
      else if (scale === 200) group += 200;
      else {
        total += scale === 2000 ? 2000 : (group || 1) * scale;
        group = 0;
      }
    } else break;
  }
  return index > place ? { value: total + group, length: index - place } : undefined;
}

/** How a whole number below 100 is said in Arabic and in English, normalised; every list is one way. */
export function spellNumber(value: number): string[][] {
  if (!Number.isInteger(value) || value < 1 || value >= MAX_SPELLED_NUMBER) return [];
  const [arabicUnit = '', english = ''] = firstOf(UNITS[value]);
  if (value < 11) return [[arabicUnit], [english]];
  if (value < 20) return [[firstOf(UNITS[value - 10])[0] ?? '', normaliseWord('عشر')], [english]];
  const [arabicTens = '', englishTens = ''] = firstOf(TENS[value - (value % 10)]);
  const [unit, englishUnit] = firstOf(UNITS[value % 10]);
  if (value % 10 === 0) return [[arabicTens], [englishTens]];
  return [
    [unit ?? '', `و${arabicTens}`],
    [englishTens, englishUnit ?? ''],
  ];
}

function firstOf(spellings = ''): [string?, string?] {
  const all = spellings.split(' ').map(normaliseWord);
  const english = all.at(-1);
  return all[0] === undefined || english === undefined ? [] : [all[0], english];
}

/** A word without the article or a preposition before it. */
function bare(word = ''): string {
  return word.replace(/^(?:[وفبلك]?ال|لل|[وفبلك])(?=...)/u, '');
}
