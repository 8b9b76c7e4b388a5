import { withoutMarks } from '#common/fold-text.ts';
import { tokenise, wordSet } from '#gateway/engine/analysis/tokenise.ts';
import { analyseQuestion } from './question.ts';
import { blankCourtesies } from './small-talk.ts';

/** Anaphora: words that refer back to an earlier message. */
const ANAPHORA = wordSet(`
هذا هذه هذي هذاك ذلك تلك هاد هاي هذول ده دي دول دا هو هي هم هما عنه عنها فيه فيها منه منها له لها عليه عليها به بها معه معها
it its this that these those they them their there he him his she her one ones
`);
/** Conjunctions that join a question to the previous question. */
const JOINTS =
  /^\s*(?:و(?=(?:ال|كم|متى|م[ات]ى|أين|اين|وين|كيف|ماذا|ما|هل|لماذا|ليش|ليه|شو|ايش|إيش|وش|من|لو|إذا|اذا|عن|بكم|قديش|كام|فين|ازاي|شلون|شحال))|طيب|طب|ماذا عن|شو عن|and\b|also\b|but\b|what about|how about|then\b)/iu;
/** Her, his, their: written on to the word. "ة" ends nouns, and short words end in "ه" by themselves. */
const OWNED = /^[\p{sc=Arabic}]{2,}(?:[^\P{sc=Arabic}اة](?:ها|هم|هما|هن)|[^\P{sc=Arabic}اةلجي]ه)$/u;
/** Question words: behind one, a pronoun is no reference ("ما هي" asks for a definition). */
const ASKING = wordSet('ما من مين شو ايش إيش وش شنو');
/** With more words of its own a question says what it is about. */
const MAX_DEPENDENT_TERMS = 4;

/** Whether a question can only be understood with the one before it: "وكم مدتها؟", "and how long?", "ليش؟". */
export function isFollowUp(question: string): boolean {
  const { terms, dropped } = analyseQuestion(question);
  if (terms.length > MAX_DEPENDENT_TERMS) return false;
  // Where only stop words are left they are the terms.
  const onlyAsks =
    dropped.length === 0 && terms.length <= 1 && tokenise(question).length <= 1 && isAsking(question);
  if (onlyAsks || JOINTS.test(question)) return true;
  const tokens = tokenise(question);
  return tokens.some(
    ({ word, start, end }, place) =>
      (ANAPHORA.has(word) && !ASKING.has(tokens[place - 1]?.word ?? '')) ||
      OWNED.test(withoutMarks(question.slice(start, end))),
  );
}

/** One word that only asks. */
function isAsking(question: string): boolean {
  return /^\P{L}*(?:ليش|ليه|لماذا|لم|كيف|متى|وين|فين|أين|بكم|كم|why|how|when|where)\P{L}*$/iu.test(question);
}

/**
 * The question with the words of the earlier ones that say what it is about, the newest first until one stands by
 * itself; the question alone where there are none. By rule: what was asked of the subject comes along with it.
 */
export function resolveFollowUp(question: string, earlier: readonly string[]): string {
  const own = new Set(analyseQuestion(question).stems);
  const carried: string[] = [];
  for (const before of earlier.map(blankCourtesies)) {
    for (const { stem, start, end } of analyseQuestion(before).terms) {
      if (own.has(stem)) continue;
      own.add(stem);
      carried.push(before.slice(start, end));
    }
    if (carried.length > 0 && !isFollowUp(before)) break;
  }
  return carried.length === 0 ? question : `${question.trim()} ${carried.join(' ')}`;
}
