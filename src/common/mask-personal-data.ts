const MASK = '•';
/** Begins only where no earlier character could belong to it, so that long words are walked over once. */
const E_MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Seven digits and more of one script or another, as phone numbers and identities group them. */
const LONG_NUMBER = /(?<!\p{Nd})\p{Nd}(?:[\p{Cf}\p{Zs}\p{Pd}./()]{0,3}\p{Nd}){6,}/gu;
const DATE = /^(?:\p{Nd}{4}([./-])\p{Nd}{1,2}\1\p{Nd}{1,2}|\p{Nd}{1,2}([./-])\p{Nd}{1,2}\2\p{Nd}{4})$/u;
/** Years from 1300 to 2199 in Latin or Arabic digits, such as 2025-2026 and 1446/1447. */
const YEARS = /^(?:[1١][3-9٣-٩]|[2٢][01٠١])\p{Nd}{2} ?[\p{Pd}/] ?(?:[1١][3-9٣-٩]|[2٢][01٠١])\p{Nd}{2}$/u;

/**
 * Text with e-mail addresses and numbers of seven digits and more struck out, character by character: places in the text
 * stay. Dates and pairs of years stay, and amounts that commas group.
 */
export function maskPersonalData(text: string): string {
  return text
    .replace(E_MAIL, (address) => MASK.repeat(address.length))
    .replace(LONG_NUMBER, (number) =>
      DATE.test(number) || YEARS.test(number) ? number : number.replaceAll(/\p{Nd}/gu, MASK),
    );
}
