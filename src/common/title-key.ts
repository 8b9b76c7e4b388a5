import { INVISIBLE } from './fold-text.ts';

/**
 * The form by which unit titles and index names are compared: NFC, without bidi and zero-width controls and tatweel,
 * white space collapsed and trimmed. Case counts. Two titles are the same when their keys are equal.
 */
export function titleKey(title: string): string {
  return title.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
}
