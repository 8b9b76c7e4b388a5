import { latinDigits } from '#common/fold-text.ts';

/** A whole number in Latin or Arabic-Indic digits, perhaps below zero; undefined for anything else. */
export function parseWholeNumber(text: string): number | undefined {
  const digits = latinDigits(text.trim()).replace(/^\u2212/u, '-');
  return /^-?\d{1,15}$/u.test(digits) ? Number(digits) : undefined;
}

/** The id of a unit as a person types it. */
export function parseUnitId(text: string): number | undefined {
  const id = parseWholeNumber(text);
  return id !== undefined && id > 0 ? id : undefined;
}
