import { normaliseWord } from '#common/fold-text.ts';

/** Names of each month: Egyptian and Gulf, Levantine and Iraqi, Maghrebi, English; `_` joins the words of one name. */
const MONTHS = `
يناير كانون_الثاني جانفي january
فبراير شباط فيفري february
مارس آذار march
أبريل إبريل نيسان أفريل april
مايو أيار ماي may
يونيو يونيه حزيران جوان june
يوليو يوليه يوليوز تموز جويلية july
أغسطس آب غشت أوت august
سبتمبر أيلول شتنبر september
أكتوبر تشرين_الأول october
نوفمبر تشرين_الثاني نونبر november
ديسمبر كانون_الأول دجنبر december
`;
const GROUPS = MONTHS.trim()
  .split('\n')
  .map((line) => line.split(' ').map((name) => name.split('_').map(normaliseWord)));

/** The names as texts write them, for a regular expression: the first words, with any alef and hamza. */
export const MONTH_NAMES = [
  ...new Set(
    MONTHS.trim()
      .split(/\s+/u)
      .map((name) => name.replace(/_.*$/u, '')),
  ),
]
  .map((name) => name.replaceAll(/[اأإآ]/gu, '[اأإآ]'))
  .join('|');

const byFirst = new Map<string, { name: readonly string[]; number: number }[]>();
for (const [index, group] of GROUPS.entries())
  for (const name of group) {
    const first = name[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), { name, number: index + 1 }]);
  }
/** "آب" is also a father, "may" is also a verb: only beside a number do they mean the month. */
const DOUBTFUL = new Set(['اب', 'may', 'march', 'ماي', 'جوان'].map(normaliseWord));

/** The other names of the month whose name begins at a place among normalised words; none where none does. */
export function findMonth(words: readonly string[], place: number): readonly (readonly string[])[] {
  const month = readMonth(words, place);
  return month ? (GROUPS[month.number - 1] ?? []).filter((other) => other !== month.name) : [];
}

const withoutParticle = (word: string): string => word.replace(/^[وفبل](?=...)/u, '');

/** Whether the name of a month may begin with a normalised word. */
export const mayBeMonth = (word: string): boolean => byFirst.has(word) || byFirst.has(withoutParticle(word));

/** The month, from 1 on, whose name begins at a place among normalised words, and how many words the name has. */
export function readMonth(
  words: readonly string[],
  place: number,
): { number: number; name: readonly string[]; length: number } | undefined {
  const word = words[place] ?? '';
  if (!mayBeMonth(word)) return undefined;
  for (const spelling of [word, withoutParticle(word)])
    for (const { name, number } of byFirst.get(spelling) ?? []) {
      if (!name.every((part, index) => index === 0 || words[place + index] === part)) continue;
      const nextToNumber = [words[place - 1], words[place + name.length]].some((near) =>
        /^\d/.test(near ?? ''),
      );
      if (DOUBTFUL.has(spelling) && !nextToNumber) continue;
      return { number, name, length: name.length };
    }
  return undefined;
}
