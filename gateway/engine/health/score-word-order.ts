/** Words of every Arabic, Persian or Urdu text that are no words when read backwards. */
const FUNCTION_WORDS =
  'في من على إلى الى عن أن إن هذا التي الذي الذين كان كانت أو بعد قبل عند بين حتى منذ لم قد ثم هو هي ذلك كما غير أي خلال حيث وقد وفي ومن وعلى وهو وهي يمكن يجب يتم أكثر عندما بعض جميع أنه لها فيه فيها منها عليها إلا لكن تلك مثل نحو أحد ولم ولا وكان عام از به که این را برای است شد آن کے کی میں ہے سے اور'.split(
    ' ',
  );

const reverse = (word: string): string => Array.from(word).reverse().join('');

const FORWARDS: ReadonlySet<string> = new Set(FUNCTION_WORDS);
const BACKWARDS: ReadonlySet<string> = new Set(
  FUNCTION_WORDS.map(reverse).filter((word) => !FORWARDS.has(word) && word.length > 1),
);

/** How much a word, without marks and shapes, speaks for being Arabic in its own order (above 0) or backwards (below). */
export function scoreWordOrder(word: string): number {
  if (word.length < 2) return 0;
  let weight = 0;
  if (word.length >= 4 && /^[وفبك]?ال/.test(word)) weight += 1;
  if (word.length >= 4 && /لا[وفبك]?$/.test(word)) weight -= 1;
  if (word.endsWith('ة')) weight += 2;
  if (/^[ةےں]/.test(word)) weight -= 2;
  if (/[ىےں]$/.test(word)) weight += 1;
  if (word.startsWith('ى')) weight -= 2;
  if (FORWARDS.has(word)) weight += 1;
  if (BACKWARDS.has(word)) weight -= 1;
  return weight;
}
