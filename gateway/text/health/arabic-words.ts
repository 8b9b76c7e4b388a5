/** Letters, marks and shapes of the Arabic script, without its digits and punctuation; for a character class. */
export const ARABIC =
  '\\u0610-\\u061a\\u0620-\\u065f\\u066e-\\u06d3\\u06d5-\\u06ef\\u06fa-\\u06ff\\u0750-\\u077f\\u08a0-\\u08ff\\ufb50-\\ufbb1\\ufbd3-\\ufd3d\\ufd50-\\ufdfb\\ufe70-\\ufefc';

/** Letters alone: no marks, no tatweel, no shapes. */
export const PLAIN_LETTER = '\\u0620-\\u063f\\u0641-\\u064a\\u0671-\\u06d3';

/** The Arabic words of a text, in the order in which they are stored. */
export const ARABIC_WORDS = new RegExp(`[${ARABIC}]+`, 'g');
