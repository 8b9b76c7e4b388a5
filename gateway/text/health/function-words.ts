/** Words of every Arabic, Persian or Urdu text that are no words when read backwards. */
const FUNCTION_WORDS =
  'في من على إلى الى عن أن إن هذا التي الذي الذين كان كانت أو بعد قبل عند بين حتى منذ لم قد ثم هو هي ذلك كما غير أي خلال حيث وقد وفي ومن وعلى وهو وهي يمكن يجب يتم أكثر عندما بعض جميع أنه لها فيه فيها منها عليها إلا لكن تلك مثل نحو أحد ولم ولا وكان عام از به که این را برای است شد آن کے کی میں ہے سے اور'.split(
    ' ',
  );

const reverse = (word: string): string => Array.from(word).reverse().join('');

export const FORWARDS: ReadonlySet<string> = new Set(FUNCTION_WORDS);
export const BACKWARDS: ReadonlySet<string> = new Set(
  FUNCTION_WORDS.map(reverse).filter((word) => !FORWARDS.has(word) && word.length > 1),
);
