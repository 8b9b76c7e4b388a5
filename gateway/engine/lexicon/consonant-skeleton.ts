/**
 * Consonants of Arabic words in classes that its Latin spellings do not tell apart: ت and ط are both `t`, ح and ه both
 * `h`. Long vowels and hamza are left out, and so is a feminine ending.
 */
const CLASSES: Record<string, string> = {
  ب: 'b',
  ت: 't',
  ط: 't',
  ث: 't',
  ج: 'j',
  ح: 'h',
  ه: 'h',
  خ: 'x',
  د: 'd',
  ض: 'd',
  ذ: 'z',
  ز: 'z',
  ظ: 'z',
  ر: 'r',
  س: 's',
  ص: 's',
  ش: 'c',
  ع: '3',
  غ: 'g',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
};

/** Latin spellings of Arabic consonants, longest first, each with the classes that it may stand for. */
const SPELLINGS: readonly (readonly [spelling: string, classes: readonly string[]])[] = [
  ["7'", ['x']],
  ["3'", ['g']],
  ['kh', ['x']],
  ['gh', ['g']],
  ['sh', ['c']],
  ['ch', ['c']],
  ['th', ['t', 'z']],
  ['dh', ['z', 'd']],
  ['ou', ['']],
  ['2', ['', 'q']],
  ['3', ['3']],
  ['4', ['z']],
  ['5', ['x']],
  ['6', ['t']],
  ['7', ['h']],
  ['8', ['q', 'g']],
  ['9', ['q', 's']],
  ['b', ['b']],
  ['c', ['k', 's']],
  ['d', ['d']],
  ['f', ['f']],
  ['g', ['j', 'q', 'g']],
  ['h', ['h']],
  ['j', ['j']],
  ['k', ['k', 'q']],
  ['l', ['l']],
  ['m', ['m']],
  ['n', ['n']],
  ['p', ['b']],
  ['q', ['q']],
  ['r', ['r']],
  ['s', ['s']],
  ['t', ['t']],
  ['v', ['f']],
  ['x', ['x']],
  ['z', ['z', 'd']],
];
/** Each ambiguous letter doubles what a word may be: further readings, the less likely ones, are left out. */
const MAX_READINGS = 16;
/** A shorter word that ends in ه has it as a letter of its own: وجه. */
const MIN_FEMININE = 4;

const SKELETON_SIGN = '~';

/** How a skeleton is written where stems are looked for: no stem begins so. */
export const skeletonStem = (skeleton: string): string => SKELETON_SIGN + skeleton;

/** The skeleton that `skeletonStem` wrote; undefined for any other stem. */
export const skeletonOfStem = (stem: string): string | undefined =>
  stem.startsWith(SKELETON_SIGN) ? stem.slice(SKELETON_SIGN.length) : undefined;

/** The classes of a normalised Arabic word's consonants, a doubled one once: فاتوره is `ftr`. */
export function arabicSkeleton(word: string): string {
  const bare = word.length >= MIN_FEMININE && word.endsWith('ه') ? word.slice(0, -1) : word;
  let skeleton = '';
  let before = '';
  for (const letter of bare) {
    const letterClass = CLASSES[letter] ?? '';
    if (letterClass === '' || letterClass === before) continue;
    skeleton += letterClass;
    before = letterClass;
  }
  return skeleton;
}

/** The skeletons that a word in Latin letters may stand for, the likeliest first: `gawaz` is `jz`, `qz` or `gz`. */
export function latinSkeletons(word: string): string[] {
  let readings = [''];
  for (let offset = 0; offset < word.length; ) {
    const [spelling, classes] = SPELLINGS.find(([letters]) => word.startsWith(letters, offset)) ?? [
      word[offset] ?? ' ',
      [''],
    ];
    readings = classes
      .flatMap((letterClass) => readings.map((before) => before + letterClass))
      .slice(0, MAX_READINGS);
    offset += spelling.length;
  }
  return [...new Set(readings.map(collapse))];
}

const collapse = (skeleton: string): string => skeleton.replaceAll(/(.)\1+/gu, '$1');
