import { withoutMarks } from '#common/fold-text.ts';
import { isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { type Token, tokenise, wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { analyseQuestion } from './question.ts';
import { blankCourtesies } from './small-talk.ts';

/** Anaphora: words that refer back to an earlier message. */
const ANAPHORA = wordSet(`
هذا هذه هذي هذاك ذلك تلك هاد هاي هذول ده دي دول دا هو هي هم هما عنه عنها فيه فيها منه منها له لها عليه عليها به بها معه معها
it its this that these those they them their there he him his she her one ones
`);
/** What joins a question to the previous one; "and" before a longer word that only asks is found by that word. */
const JOINTS =
  /^\s*(?:و(?=\s|ال|لل|بال|(?:كم|ما|من|لو|عن|في|مع|هل|شو|وش|لماذا|ليش|ليه)(?!\p{L}))|(?:طيب|طب|ماذا عن|شو عن)(?!\p{L})|(?:and|or|also|but|what about|how about|then)\b)/iu;
const JOINED = /^و[^لو]..+/u;
/** Her, his, their: written on to the word. "ة" ends nouns, and short words end in "ه" by themselves. */
const OWNED = /^[\p{sc=Arabic}]{2,}(?:[^\P{sc=Arabic}اة](?:ها|هم|هما|هن)|[^\P{sc=Arabic}اةلجي]ه)$/u;
/** Question words: behind one, a pronoun is no reference ("ما هي" asks for a definition). */
const ASKING = wordSet('ما من مين شو ايش إيش وش شنو');
/** With more words of its own a question says what it is about. */
const MAX_DEPENDENT_TERMS = 4;

/** Whether a question can only be understood with the one before it: "وكم مدتها؟", "and how long?", "ليش؟". */
export function isFollowUp(question: string): boolean {
  const { terms } = analyseQuestion(question);
  if (terms.length > MAX_DEPENDENT_TERMS) return false;
  const tokens = tokenise(question);
  if (JOINTS.test(question)) return true;
  if (tokens.length > 0 && tokens.every((_, place) => onlyAsks(tokens, place))) return true;
  const first = tokens[0]?.word ?? '';
  if (JOINED.test(first) && isStopWordOfQuestion(first.slice(1))) return true;
  return tokens.some(
    ({ word, start, end }, place) =>
      (ANAPHORA.has(word) && !ASKING.has(tokens[place - 1]?.word ?? '')) ||
      OWNED.test(withoutMarks(question.slice(start, end))),
  );
}

/** Whether a word only asks: a question word, or the measure behind "how", as in "how long". */
function onlyAsks(tokens: readonly Token[], place: number): boolean {
  return isStopWordOfQuestion(tokens[place]?.word ?? '') || tokens[place - 1]?.word === 'how';
}

/**
 * The question with the words of the earlier ones that say what it is about, the newest first until one stands by
 * itself; the question alone where there are none. Question words and conjunctions stay behind, also where an earlier
 * question has nothing else; by rule, what was asked of the subject comes along with it.
 */
export function resolveFollowUp(question: string, earlier: readonly string[]): string {
  const own = new Set(analyseQuestion(question).stems);
  const carried: string[] = [];
  for (const before of earlier.map(blankCourtesies)) {
    const subject = before.replace(JOINTS, '');
    const tokens = tokenise(subject);
    const asking = new Set(tokens.flatMap(({ start }, place) => (onlyAsks(tokens, place) ? start : [])));
    for (const { stem, start, end } of analyseQuestion(subject).terms) {
      if (own.has(stem) || asking.has(start)) continue;
      own.add(stem);
      carried.push(subject.slice(start, end));
    }
    if (carried.length > 0 && !isFollowUp(before)) break;
  }
  return carried.length === 0 ? question : `${question.trim()} ${carried.join(' ')}`;
}
