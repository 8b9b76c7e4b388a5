import { INVISIBLE } from './analysis/normalise.ts';

/**
 * The form in which titles and index names are compared: NFC, bidi and zero-width controls and tatweel removed, white
 * space collapsed to one space and trimmed. Case counts. Two titles are the same when their keys are equal.
 */
export function titleKey(title: string): string {
  return title.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
}
