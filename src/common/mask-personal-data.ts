const MASK = '•';
/** Begins only where no earlier character could belong to it, so that long words are walked over once. */
const E_MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Seven digits and more of one script or another, as phone numbers and identities group them. */
const LONG_NUMBER = /(?<!\p{Nd})\p{Nd}(?:[\p{Cf}\p{Zs}.()-]{0,3}\p{Nd}){6,}/gu;
const DATE = /^(?:\p{Nd}{4}([.-])\p{Nd}{1,2}\1\p{Nd}{1,2}|\p{Nd}{1,2}([.-])\p{Nd}{1,2}\2\p{Nd}{4})$/u;

/**
 * Text with e-mail addresses and numbers of seven digits and more struck out, character by character: places in the text
 * stay. Dates stay, and amounts that commas group.
 */
export function maskPersonalData(text: string): string {
  return text
    .replace(E_MAIL, (address) => MASK.repeat(address.length))
    .replace(LONG_NUMBER, (number) => (DATE.test(number) ? number : number.replaceAll(/\p{Nd}/gu, MASK)));
}
