/**
 * Characters that show nothing by themselves: those that Unicode lets a font leave out (joiners, bidi controls, fillers,
 * variation selectors, soft hyphen, BOM), the empty Braille cell, and tatweel, which only draws a word out.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640\u2800]/gu;
/** Arabic letters as they were encoded by their shape at the start, in the middle and at the end of a word. */
const SHAPED = /[\ufb50-\ufdff\ufe70-\ufefc]+/gu;
/** A letter, digit or sign; marks need one to stand on. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u0640\u2800]/u;

/**
 * The form by which unit titles and index names are compared: NFC, presentation forms as the letters they show, without
 * unseen characters and tatweel, white space collapsed and trimmed. Case and tashkeel count. Two titles are the same when
 * their keys are equal.
 */
export function titleKey(title: string): string {
  return title
    .replace(SHAPED, (shapes) => shapes.normalize('NFKC'))
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => SEEN.test(text);
