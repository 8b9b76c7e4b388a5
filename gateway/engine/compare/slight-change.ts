import { plainNumbers, withoutMarks } from '#common/fold-text.ts';
import type { ComparedPassage, PassageChange } from './passage-change.ts';

/**
 * What alone differs between two passages: null where more does, undefined where nothing does. White space and pages do
 * not count.
 */
export function slightChangeOf(
  before: Pick<ComparedPassage, 'text' | 'sectionTitle'>,
  after: Pick<ComparedPassage, 'text' | 'sectionTitle'>,
): PassageChange['only'] | undefined {
  const hasTitle = before.sectionTitle === after.sectionTitle;
  if (hasTitle && before.text === after.text) return undefined;
  const [text, afterText] = [inOneLine(before.text), inOneLine(after.text)];
  if (text === afterText) return hasTitle ? undefined : 'section';
  if (!hasTitle) return null;
  if (withoutMarks(text) === withoutMarks(afterText)) return 'tashkeel';
  return plainNumbers(text) === plainNumbers(afterText) ? 'digits' : null;
}

const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
