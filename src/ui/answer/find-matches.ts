import { normaliseWord } from '#common/fold-text.ts';
import type { TextSpan } from './text-spans.ts';

const ARABIC = `
من في علي الي عن مع عند لدي منذ حتي بين او ثم بل لكن ام اما ان اذا اذ لو كي حيث حين عندما بعد قبل كل بعض غير
ما ماذا متي اين كيف كم هل لماذا لم لن لا ليس اي اية ماهو ماهي بكم فيم لمن
هو هي هم هن انا نحن انت هذا هذه ذلك تلك هنا هناك الذي التي الذين كان كانت يكون تكون قد لقد تم يتم ورد
به بها له لها لهم فيه فيها منه منها عنه عنها عليه عليها اليه اليها وهو وهي وفي ومن وعلي والي وعن وما ولا
ايش شو ايه ليش ليه وين فين شلون ازاي مين امتي قديش اديش شنو اللي عشان علشان ابغي اريد بدي عايز ممكن
و ف ب ل ال يا ه م س ج
`;
const ENGLISH = `
a an the and or but if of in on at by for from to into with without about as is are was were be been do does did has have had
will would shall should can could may might must not no this that these those there it its they them he she we us our you your
i me my what which who whom whose when where why how many much please tell s t re ve ll d m
`;

/** Normalised words that are never marked, since every text has them. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `${ARABIC} ${ENGLISH}`.split(/\s+/).filter(Boolean).map(normaliseWord),
);

const ARABIC_PREFIXES = ['وال', 'فال', 'بال', 'كال', 'ولل', 'ال', 'لل', 'و', 'ف', 'ب', 'ل'];
const ARABIC_SUFFIXES = 'كما هما ها هم هن كم نا ات ون ين ان وا ه ك ي ت'.split(' ');
const ENGLISH_SUFFIXES = 'ational ations ation ings ing ies ied ers er es ed ly s y e'.split(' ');

/**
 * The form by which words are compared when matches are marked: the normalised spelling without hamza, common prefixes
 * and endings. Coarser than the stems of a gateway's index, and only for display.
 */
function stemWord(word: string): string {
  const plain = normaliseWord(word).replaceAll('ء', '');
  if (/^\p{sc=Arabic}/u.test(plain)) return stemArabic(plain);
  return /^[a-z]+$/.test(plain) ? stripSuffix(plain, ENGLISH_SUFFIXES, 3) : plain;
}

function stemArabic(word: string): string {
  const prefix = ARABIC_PREFIXES.find(
    (prefix) => word.startsWith(prefix) && word.length - prefix.length >= (prefix.length > 1 ? 2 : 3),
  );
  const stem = stripSuffix(
    stripSuffix(word.slice(prefix?.length ?? 0), ARABIC_SUFFIXES, 2),
    ARABIC_SUFFIXES,
    2,
  );
  // Without long vowels broken plurals meet their singulars.
  const skeleton = stem.replace(/[اوي]/g, '');
  return skeleton.length >= 2 ? skeleton : stem;
}

function stripSuffix(word: string, suffixes: readonly string[], minLength: number): string {
  const suffix = suffixes.find(
    (suffix) =>
      word.endsWith(suffix) && word.length - suffix.length >= minLength + (suffix.length === 1 ? 1 : 0),
  );
  return suffix === undefined ? word : word.slice(0, -suffix.length);
}

const WORD_INNER = String.raw`\p{M}\u00ad\u0640\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const ARABIC_LETTER = String.raw`[\p{sc=Arabic}&&\p{L}]`;
const OTHER_LETTER = String.raw`[\p{L}--${ARABIC_LETTER}--\u0640]`;
const WORD_PATTERN = new RegExp(
  String.raw`\p{Nd}+(?:[.,٫٬]\p{Nd}+)*|${ARABIC_LETTER}[${ARABIC_LETTER}${WORD_INNER}]*|${OTHER_LETTER}[${OTHER_LETTER}\p{Nd}${WORD_INNER}]*`,
  'gv',
);

/**
 * Where a text has words of the question, on the original spelling and in order: by stem, with words that only ask or
 * join left out. Empty when nothing matches.
 */
export function findMatches(question: string, text: string): TextSpan[] {
  const queryWords = new Set<string>();
  for (const [word] of question.matchAll(WORD_PATTERN))
    if (isContentWord(word)) queryWords.add(stemWord(word));
  if (queryWords.size === 0) return [];
  const ranges: TextSpan[] = [];
  for (const { 0: word, index } of text.matchAll(WORD_PATTERN))
    if (isContentWord(word) && queryWords.has(stemWord(word)))
      ranges.push({ start: index, end: index + word.length });
  return ranges;
}

function isContentWord(word: string): boolean {
  const bare = normaliseWord(word);
  return bare !== '' && !STOP_WORDS.has(bare);
}
