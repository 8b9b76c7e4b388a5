import type { TFunction } from 'i18next';
import type { playground } from '#src/i18n/en/playground.ts';

type Why = keyof typeof playground.written.fallback.why;

/** Typed against the words, so that neither can miss one. */
const KNOWN = Object.keys({
  'model-unreachable': true,
  'model-key-refused': true,
  'model-key-lost': true,
  'model-unknown': true,
  'model-rejected': true,
  'model-busy': true,
  'model-failed': true,
  'model-garbled': true,
  'model-silent': true,
  'model-cut': true,
  'model-empty': true,
  'model-excessive': true,
  other: true,
} satisfies Record<Why, true>);

const isWhy = (code: string): code is Why => KNOWN.includes(code);

/** Why a model did not answer; a newer gateway may have reasons that these words do not know. */
export function wordWhy(code: string, t: TFunction<'playground'>): string {
  return t(`written.fallback.why.${isWhy(code) ? code : 'other'}`);
}
