import type { TFunction } from 'i18next';
import { describeError } from '#src/api/describe-error.ts';
import type { Formats } from '#src/i18n/formats.ts';
import type { FileProblem } from './check-file.ts';

/** A limit as its owner set it: 200 MB stays 200 MB where a megabyte was counted as 1,024 × 1,024 bytes. */
export function wordLimit(bytes: number, formats: Formats): string {
  const binary = bytes / 1024 ** 2;
  return formats.bytes(Number.isInteger(binary) ? binary * 1_000_000 : bytes);
}

/** Why a file was not even sent. */
export function describeFileProblem(
  problem: FileProblem,
  accepted: readonly string[],
  t: TFunction<'add'>,
  formats: Formats,
): string {
  switch (problem.code) {
    case 'empty':
      return t('problem.empty');
    case 'too-large':
      return t('problem.tooLarge', { limit: wordLimit(problem.limit, formats) });
    case 'old-office':
      return t('problem.oldOffice', { extension: problem.extension, saveAs: problem.saveAs });
    case 'not-readable':
      return t('problem.notReadable', { extension: problem.extension });
    default:
      return t('problem.notAccepted', { extension: problem.extension, accepted: formats.list(accepted) });
  }
}

/** A failed call in the room of a row: its message, as the gateway's own words where we have none. */
export function describeFailure(error: unknown, t: TFunction<'faults'>): { text: string; asSent: boolean } {
  const { message, title, asSent } = describeError(error, t);
  return { text: message || title, asSent };
}
