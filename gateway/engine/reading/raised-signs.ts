const PLAIN = '0123456789+-=()−';
const RAISED = Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻');
const LOWERED = Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋');

/**
 * Digits and signs of arithmetic as raised or lowered characters: `3` as `³`. Raised digits of other scripts get `^`;
 * text without a digit, or with letters, stays as it is.
 */
export function raiseSigns(text: string, position: 'sup' | 'sub' = 'sup'): string {
  if (!/^[\p{Nd}+\-−=()]+$/u.test(text) || !/\p{Nd}/u.test(text)) return text;
  const forms = position === 'sup' ? RAISED : LOWERED;
  const signs = Array.from(text, (sign) => forms[PLAIN.indexOf(sign)]);
  if (!signs.includes(undefined)) return signs.join('');
  return position === 'sup' ? `^${text}` : text;
}
