import { detectLanguage } from '#gateway/text/analysis/language.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';

/** Section 2.2: base, expert, conversational, structured, concise, detailed. */
export const PROMPT_STYLES = 6;

export interface StyleWords {
  /** Begins every system prompt. */
  always: string;
  /** What each style adds to it; the first one nothing. */
  styles: readonly [string, string, string, string, string, string];
}

/** The system prompt of a style, in the language of the message. */
export function systemPrompt(style: number, message: string): string {
  const { always, styles } = detectLanguage(message) === 'ar' ? ar : en;
  const words = styles[style] ?? '';
  return words === '' ? always : `${always} ${words}`;
}
