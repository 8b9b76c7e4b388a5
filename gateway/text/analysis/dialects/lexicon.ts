import { normaliseWord } from '../normalise.ts';
import { DESCRIBING } from './describing.ts';
import { THINGS } from './things.ts';
import { VERBS } from './verbs.ts';

/** Expressions of one meaning, each a list of normalised words. */
export interface Meaning {
  /** As Modern Standard Arabic says it, the most usual first. */
  standard: readonly (readonly string[])[];
  /** As Egyptian, Gulf, Levantine and Maghrebi speakers say it, without those that are also standard. */
  dialect: readonly (readonly string[])[];
}

/** Meanings that a word may have, and whether it is dialect in them. */
export interface Sense {
  meaning: Meaning;
  isDialect: boolean;
}

let senses: Map<string, Sense[]> | undefined;

/** The meanings of an expression, its normalised words joined by spaces, exactly as the lexicon spells it. */
export function findSenses(expression: string): readonly Sense[] {
  senses ??= indexMeanings();
  return senses.get(expression) ?? [];
}

function indexMeanings(): Map<string, Sense[]> {
  const index = new Map<string, Sense[]>();
  const add = (expressions: Meaning['dialect'], sense: Sense) => {
    for (const words of expressions) {
      const key = words.join(' ');
      const known = index.get(key);
      if (known) known.push(sense);
      else index.set(key, [sense]);
    }
  };
  for (const line of [VERBS, THINGS, DESCRIBING].join('\n').split('\n')) {
    if (!line.includes('|')) continue;
    const meaning = readMeaning(line);
    add(meaning.standard, { meaning, isDialect: false });
    add(meaning.dialect, { meaning, isDialect: true });
  }
  return index;
}

function readMeaning(line: string): Meaning {
  const [standard = [], ...dialects] = line.split('|').map((column) => column.trim().split(/\s+/));
  const own = new Set(standard.map(readExpression));
  const others = new Set(dialects.flat().map(readExpression));
  const parse = (expressions: Iterable<string>) =>
    Array.from(expressions, (expression) => expression.split(' ')).filter(([first]) => first !== '');
  return { standard: parse(own), dialect: parse(others).filter((words) => !own.has(words.join(' '))) };
}

function readExpression(spelled: string): string {
  return spelled.split('_').map(normaliseWord).join(' ');
}
