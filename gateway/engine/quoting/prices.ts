import type { Statement } from './statements.ts';

/** A sign of a currency. */
export const MONEY_SIGN = /\p{Sc}/u;
const FREE = 'free-of-charge';

/** Whether a statement gives a sum of money, or says that the service is free. */
export function hasPrice({ text, words }: Pick<Statement, 'text' | 'words'>): boolean {
  if (words.some(({ concepts }) => concepts.includes(FREE))) return true;
  const isOfMoney = MONEY_SIGN.test(text) || words.some(({ money }) => money);
  return isOfMoney && words.some(({ number }) => number);
}
