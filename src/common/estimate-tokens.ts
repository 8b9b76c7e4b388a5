const ARABIC = /\p{scx=Arabic}/u;
const LAST_ASCII = 0x7f;

/**
 * Tokens of a text that no model server has counted: one per 4 characters, one per 1.5 Arabic characters, rounded up.
 * Characters are Unicode code points.
 */
export function estimateTokens(text: string): number {
  return createTokenEstimate()(text);
}

/** The same for a text that grows: takes the next piece and returns the tokens of all pieces so far. */
export function createTokenEstimate(): (piece: string) => number {
  let arabic = 0;
  let all = 0;
  return (piece) => {
    for (const character of piece) {
      all += 1;
      if (isArabic(character)) arabic += 1;
    }
    return Math.ceil(arabic / 1.5 + (all - arabic) / 4);
  };
}

/** A text has few distinct characters, and the property lookup is slow: each is looked up once. */
const arabicByCharacter = new Map<string, boolean>();
const KNOWN_LIMIT = 4096;

function isArabic(character: string): boolean {
  if (character.charCodeAt(0) <= LAST_ASCII) return false;
  let answer = arabicByCharacter.get(character);
  if (answer === undefined) {
    answer = ARABIC.test(character);
    if (arabicByCharacter.size < KNOWN_LIMIT) arabicByCharacter.set(character, answer);
  }
  return answer;
}
