import { type FaultCode, type FaultParameters, INVALID_KEY_TEXT } from '#contract/faults.ts';
import { isCauseCode, isReasonCode } from '#contract/reasons.ts';
import { ar } from '#contract/words/ar.ts';
import { en } from '#contract/words/en.ts';
import { asClause, fillSentence, splitMessage } from '#contract/words/format.ts';
import type { Words } from '#contract/words/words.ts';

export type Language = Words['language'];

const WORDS: Record<Language, Words> = { en, ar };

/** The sentence of a fault in the language of the call: what happened and what to do. */
export function faultMessage(code: FaultCode, parameters: FaultParameters, language: Language): string {
  if (code === 'invalid-key') return INVALID_KEY_TEXT;
  const words = WORDS[language];
  const message = words.faults[code].replace('\n', ' ');
  return fillSentence(message, wordParameters(parameters, words), words).trim();
}

/** Parameters whose value is itself a code: `ledger`, `purpose`, `reason` and `frees`. */
function wordParameters(parameters: FaultParameters, words: Words): FaultParameters {
  const { ledger, purpose, reason, frees } = parameters;
  const worded: FaultParameters = { ...parameters };
  if (isKeyOf(words.ledgers, ledger)) worded['ledger'] = words.ledgers[ledger];
  if (isKeyOf(words.purposes, purpose)) worded['purpose'] = words.purposes[purpose];
  if (isReasonCode(reason))
    worded['reason'] = asClause(fillSentence(splitMessage(words.reasons[reason])[0], parameters, words));
  if (isCauseCode(reason)) worded['reason'] = words.causes[reason];
  if (isKeyOf(words.frees, frees)) worded['frees'] = fillSentence(words.frees[frees], parameters, words);
  return worded;
}

function isKeyOf<Key extends string>(table: Record<Key, string>, key: unknown): key is Key {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

/** Why a unit or a source failed, or what to check about it; rows of older versions may hold unknown codes. */
export function reasonMessage(
  { code, parameters = {} }: { code: string; parameters?: FaultParameters },
  language: Language,
): string {
  const words = WORDS[language];
  const [what, fix] = splitMessage(isReasonCode(code) ? words.reasons[code] : words.unknownReason);
  return fillSentence(`${what}. ${fix}.`, { ...parameters, code }, words);
}
