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

/** A comment of fewer words may be a short answer to the code beside it. */
const MIN_COMMENT_WORDS = 6;
const MAX_PRONOUN_SHARE = 0.3;
const PRONOUNS = new Set(
  (
    'it its itself that those these this what which who whom whose whoever whatever whichever one ones none nobody ' +
    'nothing anybody anything somebody something everybody everything there they them their theirs he she him her his ' +
    'other others another such'
  ).split(' '),
);
/** Comments, and what looks like one within a string: few files have one that is refused, and only those are parsed. */
const COMMENTS = /\/\*[^]*?\*\/|(?:\/\/.*(?:\n[^\S\n]*(?=\/\/))?)+/gu;
const DIRECTIVE = /^\s*(?:oxlint-|@ts-|@vite-ignore|\/ <reference)/u;

export interface PronounComment {
  line: number;
  text: string;
}

/** Comments of a source in which three words of ten and more are pronouns; `//` lines below each other are one. */
export function pronounComments(file: string, source: string): PronounComment[] {
  if (!(source.match(COMMENTS) ?? []).some(isMostlyPronouns)) return [];
  const comments: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const last = comments.at(-1);
    const follows =
      type === 'Line' && last !== undefined && /^[^\S\n]*\n[^\S\n]*$/u.test(source.slice(last.end, start));
    if (follows) Object.assign(last, { end, text: `${last.text} ${value}` });
    else comments.push({ start, end, text: value });
  }
  return comments
    .filter(({ text }) => !DIRECTIVE.test(text) && isMostlyPronouns(text))
    .map(({ start, text }) => ({
      line: source.slice(0, start).split('\n').length,
      text: text.replaceAll(/\s*\n\s*\*?\s*|\s+/gu, ' ').trim(),
    }));
}

function isMostlyPronouns(text: string): boolean {
  const words =
    text
      .replaceAll(/`[^`]*`/gu, 'code')
      .toLowerCase()
      .match(/[a-z]+(?:[-'’][a-z]+)*/gu) ?? [];
  const pronouns = words.filter((word) => PRONOUNS.has(word.replace(/['’].*$/u, '')));
  return words.length >= MIN_COMMENT_WORDS && pronouns.length / words.length >= MAX_PRONOUN_SHARE;
}

/** Participles and other words that name no thing: a variable or parameter is the noun of its type. */
const NOT_A_NOUN = new Set('found known left kept asked made read written heard one at'.split(' '));
/** Such a word where a declaration may be: few files hold one, and only those are parsed. */
const NOUN_HINT = new RegExp(`(?<![.\\w'"\`-])(?:${[...NOT_A_NOUN].join('|')})(?![\\w'"\`-])`, 'u');
const FUNCTIONS = /^(?:ArrowFunctionExpression|FunctionExpression|TSFunctionType)$/u;

type Node = { type?: string; [key: string]: unknown };
/** Refused names of a function, and whether another side than `left` is declared in it. */
type Scope = { names: { name: string; start: number }[]; hasSide: boolean };

/**
 * Declared variables and parameters whose name is no noun. A function may be a verb, `{ left }` takes the name of a
 * property, and `left` is a side where `right` or `top` is declared in the same function.
 */
export function refusedDeclarations(file: string, source: string): RefusedWord[] {
  if (!NOUN_HINT.test(source.replaceAll(COMMENTS, ''))) return [];
  const names: { name: string; start: number }[] = [];
  const declare = (pattern: Node | null | undefined, scope: Scope): void => {
    if (pattern?.type === 'Identifier') {
      if (pattern['name'] === 'right' || pattern['name'] === 'top') scope.hasSide = true;
      const annotation = (pattern['typeAnnotation'] as Node | undefined)?.['typeAnnotation'] as
        | Node
        | undefined;
      if (NOT_A_NOUN.has(String(pattern['name'])) && !FUNCTIONS.test(annotation?.type ?? ''))
        scope.names.push({ name: String(pattern['name']), start: Number(pattern['start']) });
    } else if (pattern?.type === 'AssignmentPattern') declare(pattern['left'] as Node, scope);
    else if (pattern?.type === 'RestElement') declare(pattern['argument'] as Node, scope);
    else if (pattern?.type === 'ArrayPattern')
      for (const element of pattern['elements'] as Node[]) declare(element, scope);
    else if (pattern?.type === 'ObjectPattern')
      for (const property of pattern['properties'] as Node[])
        if (property['shorthand'] !== true) declare((property['value'] ?? property) as Node, scope);
  };
  const visit = (node: unknown, scope: Scope): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, id, init, params } = node as Node & { id?: Node; init?: Node; params?: unknown };
    if (type === 'VariableDeclarator' && !FUNCTIONS.test(init?.type ?? '')) declare(id, scope);
    const inner = Array.isArray(params) || type === 'Program' ? { names: [], hasSide: false } : scope;
    if (Array.isArray(params)) for (const param of params) declare(param as Node, inner);
    for (const value of Object.values(node)) visit(value, inner);
    if (inner !== scope) names.push(...inner.names.filter(({ name }) => name !== 'left' || !inner.hasSide));
  };
  visit(parseSync(file, source).program, { names, hasSide: false });
  return names.map(({ name, start }) => ({ line: source.slice(0, start).split('\n').length, word: name }));
}
