import type { Run } from './run.ts';

/** How our gateway begins when the passages do not cover the question; the interface has no field that says so. */
const OPENINGS = [
  'لم أجد إجابة عن هذا السؤال في هذه المصادر',
  'لم أجد إجابة.',
  'I did not find an answer to this question in these sources',
  'I did not find an answer.',
];

/** True when the gateway says that the sources hold no answer. */
export function isNotFound({ answer, documents, phase, asked }: Run): boolean {
  if (phase !== 'done') return false;
  if (documents?.length === 0) return true;
  return asked.settings.answerer !== 'none' && OPENINGS.some((opening) => answer.startsWith(opening));
}
