import type { FaultParameters } from '#contract/faults.ts';
import { countNoun } from './count-noun.ts';
import type { NounForms, Words } from './words.ts';

/** Characters of a list within a sentence; the rest is counted. */
const LIST_CHARACTERS = 8000;

/** Fills the parameters of a sentence. Texts are isolated in Arabic, since they may run the other way. */
export function fillSentence(
  template: string,
  parameters: FaultParameters,
  words: Words,
  printNumber: (value: number) => string = String,
): string {
  const { language, more } = words;
  const nouns: Record<string, NounForms> = words.nouns;
  return template.replace(/\{(\w+)(?:, (\w+))?\}/g, (_, name: string, noun: string | undefined) => {
    const value = parameters[name];
    if (value === undefined) return '?';
    const forms = noun === undefined ? undefined : nouns[noun];
    if (typeof value === 'number')
      return forms === undefined ? printNumber(value) : countNoun(value, forms, language, printNumber(value));
    const values = Array.isArray(value) ? value : [value];
    const shown = firstOf(values);
    const items = language === 'ar' ? shown.map((item) => `\u2068${item}\u2069`) : [...shown];
    const rest = values.length - shown.length;
    if (noun === 'or' && rest === 0)
      return new Intl.ListFormat(language, { type: 'disjunction' }).format(items);
    if (rest > 0) items.push(more.replace('{count}', String(rest)));
    return items.join(language === 'ar' ? '، ' : ', ');
  });
}

function firstOf(values: readonly string[]): readonly string[] {
  let length = 0;
  const beyond = values.findIndex((value) => (length += value.length + 2) > LIST_CHARACTERS);
  return beyond < 1 ? values : values.slice(0, beyond);
}

/** Splits a message into the problem and the remedy. */
export function splitMessage(message: string): [what: string, fix: string] {
  const [what = '', fix = ''] = message.split('\n');
  return [what, fix];
}

/** A reason within a longer sentence: "The file is damaged" becomes "the file is damaged". */
export function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
