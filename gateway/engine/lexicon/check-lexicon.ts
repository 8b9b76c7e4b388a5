import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { LEXICON_COLUMNS, type LexiconLine, readLexicon } from './read-lexicon.ts';
import { isArabic, wordKey } from './word-forms.ts';

/** A word with more meanings says too little. */
const MAX_CONCEPTS_PER_EXPRESSION = 3;
const MAX_WORDS_PER_EXPRESSION = 4;
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
/** Columns that are written in Latin letters. */
const LATIN_COLUMNS: readonly string[] = ['arabizi', 'english'];

/** What is wrong with a lexicon's text, a sentence each; none where it is as `docs/lexicon.md` says. */
export function checkLexicon(text: string): string[] {
  const problems = checkForm(text);
  const lines = readLexicon(text);
  const ids = new Set<string>();
  const uses = new Map<string, string[]>();
  for (const line of lines) {
    if (!KEBAB_CASE.test(line.id)) problems.push(`${line.id}: the id is not in kebab-case`);
    if (ids.has(line.id)) problems.push(`${line.id}: the id is there twice`);
    ids.add(line.id);
    problems.push(...checkLine(line, uses));
  }
  for (const [expression, concepts] of uses)
    if (concepts.length > MAX_CONCEPTS_PER_EXPRESSION)
      problems.push(`${expression}: in ${concepts.length} concepts (${concepts.join(', ')})`);
  return problems;
}

function checkForm(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const columns = line.replace(/#.*$/u, '').split('|').length - 1;
    if (line.replace(/#.*$/u, '').trim() === '' || columns === LEXICON_COLUMNS.length) return [];
    return [`${line.slice(0, 40)}: ${columns} columns behind the id, not ${LEXICON_COLUMNS.length}`];
  });
}

function checkLine(line: LexiconLine, uses: Map<string, string[]>): string[] {
  const { id, columns } = line;
  const problems: string[] = [];
  if (columns.standard.length === 0) problems.push(`${id}: no standard expression`);
  const own = new Set<string>();
  for (const column of LEXICON_COLUMNS)
    for (const words of columns[column]) {
      const expression = words.join(' ');
      const keys = words.map(wordKey).join(' ');
      if (own.has(keys)) problems.push(`${id}: twice ${expression}`);
      else uses.set(keys, [...(uses.get(keys) ?? []), id]);
      own.add(keys);
      if (expression.length < 2) problems.push(`${id}: one letter ${expression}`);
      if (words.length > MAX_WORDS_PER_EXPRESSION) problems.push(`${id}: too long ${expression}`);
      if (words.length === 1 && isStopWord(expression)) problems.push(`${id}: stop word ${expression}`);
      if (words.some((word) => isArabic(word) === LATIN_COLUMNS.includes(column) && /\p{L}/u.test(word)))
        problems.push(`${id}: other letters than those of its column ${expression}`);
    }
  return problems;
}
