import { DamagedValueError } from '#gateway/core/errors.ts';
import type { Reason } from '#gateway/core/reason.ts';
import type { ReadHealth, ReadWarning } from '#gateway/engine/document.ts';

/** What `JSON.stringify` stored. Throws an error that `isDataDamaged` knows. */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DamagedValueError(error);
  }
}

export const printReason = (reason: Reason | null): string | null => (reason ? JSON.stringify(reason) : null);
export const parseReason = (text: string | null): Reason | null =>
  text === null ? null : (parseStored(text) as Reason);
export const parseWarnings = (text: string): ReadWarning[] => parseStored(text) as ReadWarning[];
export const parseHealth = (text: string): ReadHealth => parseStored(text) as ReadHealth;
export const parseTexts = (text: string): string[] => parseStored(text) as string[];
export const toDate = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));
