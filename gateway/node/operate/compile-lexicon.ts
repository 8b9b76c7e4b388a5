/**
 * `npm run lexicon`: checks the files of `gateway/engine/lexicon/data` and puts them into one module, which programs can
 * import. Problems are printed, and nothing is written while there are any.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLexicon } from '#gateway/engine/lexicon/check-lexicon.ts';
import { englishKeys, packLexicon, readLexicon, toConcept } from '#gateway/engine/lexicon/read-lexicon.ts';

const FOLDER = join(import.meta.dirname, '../../engine/lexicon');

/** The text of all files, in the order of their names. */
export const readLexiconFiles = (): string =>
  readdirSync(join(FOLDER, 'data'))
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(join(FOLDER, 'data', name), 'utf8'))
    .join('\n');

/** The text of the module `compiled-lexicon.ts`. */
export function compileLexicon(text: string): string {
  const lines = readLexicon(text);
  const { keys, concepts, english } = packLexicon(lines.map(toConcept), englishKeys(lines));
  return `import type { PackedLexicon } from './read-lexicon.ts';

/** Made by \`npm run lexicon\` from the files of \`data\`: change those. */
export const COMPILED_LEXICON: PackedLexicon = {
  keys: \`${keys}\`,
  concepts: \`${concepts}\`,
  english:
    '${english}',
};
`;
}

if (import.meta.main) {
  const text = readLexiconFiles();
  const problems = checkLexicon(text);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else writeFileSync(join(FOLDER, 'compiled-lexicon.ts'), compileLexicon(text));
}
