import { isOwnStem } from './kept-words.ts';
import { stemArabic } from './stem-arabic.ts';

const WEAK_LETTERS = /[اويء]/g;
const ARABIC = /^[\u0621-\u064a]+$/;
/** What verbs, and the nouns made of them, put before their root: the longest first. Weak letters are gone by then. */
const BEGINNINGS = ['مست', 'ست', 'تست', 'نست', 'من', 'مت', 'تت', 'نت', 'بت', 'بن', 'م', 'ت', 'ن', 'ه', 'ح'];
const ROOT = 3;
const WEAK = ['ا', 'و', 'ي'];
const HOLLOW = /^[^اوي]ا?[اوي][^اوي]$/;
const DEFECTIVE = /^[^اوي][^اوي][اوي]$/;

/**
 * Stems of other words of the same root as a normalised Arabic word: verbs in another person or with the infixed ت, what
 * is done and where (انتقد: نقد, منقد, تنقد), and of roots of two firm letters those with another weak one. At most five;
 * none where no root shows, where the stem is the word's own to keep it from words of its consonants, and for other
 * scripts.
 */
export function relatedStems(word: string): string[] {
  if (!ARABIC.test(word)) return [];
  const own = stemArabic(word);
  if (isOwnStem(own)) return [];
  const root = findRoot(own.replace(WEAK_LETTERS, ''));
  if (root.length === 2) return weakForms(own, root).filter((form) => form !== own);
  if (root.length !== ROOT) return [];
  const infixed = `${root.slice(0, 1)}ت${root.slice(1)}`;
  const forms = new Set([root, infixed, `م${root}`, `ت${root}`, `ن${root}`]);
  forms.delete(own);
  return [...forms];
}

/** Stems of roots with a weak letter at the same place (قال, قول, قيل), or with a doubled one (رد, ردد). */
function weakForms(own: string, root: string): string[] {
  const [first = '', second = ''] = root;
  if (HOLLOW.test(own)) return [...WEAK.map((weak) => first + weak + second), `ا${root}`];
  if (DEFECTIVE.test(own)) return WEAK.map((weak) => root + weak);
  if (own.startsWith('ا')) return [root];
  return own.length === 2 ? [root + second, `ا${root}`] : [];
}

/** The firm letters that are left when beginnings and the infixed ت are off. */
function findRoot(skeleton: string): string {
  // م before ت begins a noun (متحف); any other letter is the root's own, and the ت stands inside (انتقد, احتفل).
  if (skeleton.length === ROOT + 1 && skeleton[1] === 'ت' && skeleton[0] !== 'م')
    return skeleton.slice(0, 1) + skeleton.slice(2);
  const fits = (beginning: string) =>
    skeleton.startsWith(beginning) && skeleton.length - beginning.length >= ROOT;
  const root = skeleton.slice(BEGINNINGS.find(fits)?.length ?? 0);
  return root.length === ROOT + 1 && root[1] === 'ت' ? root.slice(0, 1) + root.slice(2) : root;
}
