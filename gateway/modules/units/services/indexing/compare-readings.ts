import { foldText } from '#common/fold-text.ts';
import type { HealthLanguage } from '#gateway/engine/document.ts';
import { findLanguages } from '#gateway/engine/health/repair-document.ts';

/** The text of a reading, a piece at a time: letters and digits by statement. */
export interface MeasuredText {
  characters: number;
  statements: Set<string>;
  /** Its first lines, by which a page is named. */
  opening: string[];
  /** Characters at its beginning, for finding the language. */
  beginning: string;
}

const MAX_OPENING_LINES = 6;
/** What is cut off a longer line is no name. */
const MAX_NAME_CHARACTERS = 200;
const MAX_BEGINNING_CHARACTERS = 20_000;

export const emptyText = (): MeasuredText => ({
  characters: 0,
  statements: new Set(),
  opening: [],
  beginning: '',
});

/** Statements end at a line break or at a full stop, a question mark or an exclamation mark. */
export function measureText(text: MeasuredText, piece: string): void {
  if (text.beginning.length < MAX_BEGINNING_CHARACTERS) text.beginning += `${piece}\n`;
  for (const line of piece.split('\n')) {
    if (text.opening.length >= MAX_OPENING_LINES) break;
    const name = line.slice(0, MAX_NAME_CHARACTERS);
    if (name.trim() !== '' && !text.opening.includes(name)) text.opening.push(name);
  }
  for (const statement of piece.split(/[\n.!?؟]+/)) {
    const signs = foldText(statement).replace(/[^\p{L}\p{N}]/gu, '');
    if (signs === '' || text.statements.has(signs)) continue;
    text.characters += signs.length;
    text.statements.add(signs);
  }
}

/** Share of the statements of a text, by their length, that another text has, 0..1. */
export function shareRemaining(before: MeasuredText, after: MeasuredText): number {
  const remaining = [...before.statements]
    .filter((statement) => after.statements.has(statement))
    .reduce((sum, { length }) => sum + length, 0);
  return remaining / Math.max(1, before.characters);
}

/** Share of the letters from which on a language is that of a text, and below which next to nothing is in it. */
const MAIN_SHARE = 0.5;
const MINOR_SHARE = 0.2;
/** Letters and digits by which a language can be recognised. */
const MIN_LANGUAGE_CHARACTERS = 40;

/** Whether both texts have one main language each, and the former one is hardly in the new text. Tables of names have none. */
export function hasOtherLanguage(before: MeasuredText, after: MeasuredText): boolean {
  if (Math.min(before.characters, after.characters) < MIN_LANGUAGE_CHARACTERS) return false;
  const [former] = findLanguages(before.beginning);
  const languages = findLanguages(after.beginning);
  const [current] = languages;
  const isMain = (language: HealthLanguage | undefined) => (language?.share ?? 0) >= MAIN_SHARE;
  if (!former || !current || !isMain(former) || !isMain(current)) return false;
  if (former.script !== current.script)
    return (languages.find(({ script }) => script === former.script)?.share ?? 0) < MINOR_SHARE;
  const isCertain = former.language !== 'und' && current.language !== 'und';
  return isCertain && former.language !== current.language;
}
