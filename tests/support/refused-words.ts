/**
 * Words of an older vocabulary that no newcomer would search for; docs/glossary.md says what to write instead. They
 * are refused wherever the project writes English: names, comments, texts, documentation.
 */
import { parseSync } from 'vite';

const EVERYWHERE =
  /^(?:deeds?|untold|hush(?:es|ed|ing)?|wish(?:es|ed|ing)?|standings?|sought|nudg(?:es?|ed|ing)|bells?|whence|foresee[ns]?|foresaw|befall(?:s|en)?|befell|suffic(?:es?|ed)|anew|mend(?:s|ed|ing)?)$/u;
/** What any of them holds. Few lines hold one, and only those need be split into words. */
const HINT_IN_TEXT =
  /deed|untold|hush|wish|standing|sought|nudg|bell|whence|foresee|foresaw|befall|befell|suffic|anew|mend/iu;
/** Refused in names only; in a sentence they may be right. */
const IN_NAMES = /^(?:tell|tells|told|rooms|sight|stretch)$/u;
const CONSTANTS = /^(?:FEW|MUCH|MOST)$/u;
/** What any of them holds: most files hold none and need not be parsed. */
const HINTS_IN_NAMES = [/tell|told|rooms|sight|stretch/iu, /FEW|MUCH|MOST/u];
/** Icons keep the names of their library. */
const ICONS = /virtual:lucide\/[a-z0-9-]+/gu;

export interface RefusedWord {
  line: number;
  word: string;
}

/** `recordHTTPDeeds` -> `record`, `HTTP`, `Deeds`. */
const partsOf = (name: string): string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];

/** Refused words of a text, names within it split into their parts. */
export function refusedInText(text: string): RefusedWord[] {
  if (!HINT_IN_TEXT.test(text)) return [];
  return text
    .replaceAll(ICONS, '')
    .split('\n')
    .flatMap((line, index) =>
      (HINT_IN_TEXT.test(line) ? partsOf(line) : [])
        .filter((word) => EVERYWHERE.test(word.toLowerCase()))
        .map((word) => ({ line: index + 1, word })),
    );
}

/** Refused words of a TypeScript source, in its text and in its names. */
export function refusedInSource(file: string, source: string): RefusedWord[] {
  if (!HINTS_IN_NAMES.some((hint) => hint.test(source))) return refusedInText(source);
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const inNames = namesOf(parseSync(file, source).program).flatMap(({ name, start }) =>
    partsOf(name)
      .filter((part) => IN_NAMES.test(part.toLowerCase()) || CONSTANTS.test(part))
      .map((word) => ({ line: lineOf(start), word })),
  );
  return [...refusedInText(source), ...inNames];
}

function namesOf(node: unknown, names: { name: string; start: number }[] = []): typeof names {
  if (node === null || typeof node !== 'object') return names;
  const { type, name, start } = node as { type?: unknown; name?: unknown; start?: unknown };
  const isName = type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier';
  if (isName && typeof name === 'string') names.push({ name, start: Number(start) });
  for (const value of Object.values(node)) namesOf(value, names);
  return names;
}
