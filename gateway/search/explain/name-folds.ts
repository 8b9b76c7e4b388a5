/** What `normaliseWord` did to a spelling, in a word each. */
export type Fold =
  | 'case'
  | 'marks'
  | 'tatweel'
  | 'invisible'
  | 'hamza'
  | 'letters'
  | 'digits'
  | 'separators'
  | 'forms';

const SIGNS: readonly (readonly [Fold, RegExp])[] = [
  ['forms', /[\ufb50-\ufdff\ufe70-\ufefc\uff01-\uff5e\ufb00-\ufb06]/],
  [
    'marks',
    /[\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed\u08ca-\u08ff]|[a-z][\u0300-\u036f]/i,
  ],
  ['tatweel', /\u0640/],
  ['invisible', /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/],
  // NFKD splits a carried hamza or madda from its letter.
  ['hamza', /[\u0653-\u0655ٱ]/],
  ['letters', /[ىةکګگہەۃےېۀی]/],
  ['digits', /[\u0660-\u0669\u06f0-\u06f9]/],
  ['separators', /\p{Nd}[,٬٫]\p{Nd}/u],
];

/** How a word as it was written differs from what it is compared as; empty when it is compared as it stands. */
export function nameFolds(written: string, word: string): Fold[] {
  if (written === word) return [];
  const apart = written.normalize('NFKD');
  const folds = SIGNS.flatMap(([fold, sign]) =>
    sign.test(fold === 'forms' ? written : apart) ? [fold] : [],
  );
  return written.toLowerCase() === written ? folds : ['case', ...folds];
}
