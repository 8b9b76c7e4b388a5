import type { Reason } from '#gateway/core/reason.ts';
import type { ReadHealth, ReadWarning } from '#gateway/engine/document.ts';

export const printReason = (reason: Reason | null): string | null => (reason ? JSON.stringify(reason) : null);
export const parseReason = (text: string | null): Reason | null =>
  text === null ? null : (JSON.parse(text) as Reason);
export const parseWarnings = (text: string): ReadWarning[] => JSON.parse(text) as ReadWarning[];
export const parseHealth = (text: string): ReadHealth => JSON.parse(text) as ReadHealth;
export const parseTexts = (text: string): string[] => JSON.parse(text) as string[];
export const toDate = (moment: number | null): Date | null => (moment === null ? null : new Date(moment));
