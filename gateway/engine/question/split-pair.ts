import { isFollowUp, resolveFollowUp } from './follow-up.ts';

/** A question word behind "and" begins another question. */
const ARABIC =
  /^(?<first>.{6,}?)[\s،,.؟?]+و\s?(?<second>(?:كم|بكم|ما|ماهو|ماهي|متى|أين|اين|كيف|هل|ماذا|ايش|إيش|وش|شو|شنو|وين|فين|امتى|إمتى|ايمتى|قديش|اديش|كام|بكام|مين)\s.{3,})$/su;
const ENGLISH =
  /^(?<first>.{6,}?)[\s,;?]+and\s+(?<second>(?:how|what|when|where|who|which|why|can|do|does|is|are|will)\s.{3,})$/isu;
/** "What is the fee for a card and the limit of a transfer?" */
const ENGLISH_SHARED =
  /^(?<first>(?<head>(?:what\s+(?:is|are)|what['’]s|how\s+much\s+(?:is|are|does))\s+)the\s.+?)\s+and\s+(?<rest>the\s.{3,})$/isu;
const MIN_WORDS = 2;

/** Two questions that were asked as one. `leans`: the second is about what the first asks for. */
export interface QuestionPair {
  questions: readonly [string, string];
  leans: boolean;
}

/**
 * The two questions that were asked as one: "كم رسوم البطاقة وكم حد السحب؟", "What is ... and how much is ...?", or by one
 * word twice, "رقم الحجز ورقم الطوارئ". What the second leaves unsaid comes from the first. Undefined for one question.
 */
export function splitPair(question: string): QuestionPair | undefined {
  const text = question.trim();
  const { first, second } = (ARABIC.exec(text) ?? ENGLISH.exec(text))?.groups ?? {};
  if (first && second) {
    const leans = isFollowUp(second);
    return { questions: [first, leans ? resolveFollowUp(second, [first]) : second], leans };
  }
  const shared = ENGLISH_SHARED.exec(text)?.groups;
  const questions = shared
    ? ([shared['first'] ?? '', `${shared['head'] ?? ''}${shared['rest'] ?? ''}`] as const)
    : splitAtRepeated(text);
  return questions && { questions, leans: false };
}

/** "سعر الغرفة المفردة والغرفة المزدوجة": what stands before the word that is said twice belongs to both. */
function splitAtRepeated(text: string): readonly [string, string] | undefined {
  const words = text.split(/\s+/u);
  for (const [place, word] of words.entries()) {
    const again = /^و(?<noun>[\p{sc=Arabic}]{3,})$/u.exec(word)?.groups?.['noun'];
    const before = again === undefined ? -1 : words.slice(0, place).indexOf(again);
    const rest = words.slice(place + 1);
    if (again === undefined || before < 0 || place - before < MIN_WORDS || rest.length === 0) continue;
    return [words.slice(0, place).join(' '), [...words.slice(0, before), again, ...rest].join(' ')];
  }
  return undefined;
}
