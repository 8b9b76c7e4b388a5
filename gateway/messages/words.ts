import type { FaultCode } from '#contract/faults.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import type { Language } from './language.ts';
import type { Messages } from './messages.ts';
import { SHORT_REASONS } from './short-reasons.ts';

const MESSAGES: Record<Language, Messages> = { en, ar };
/** Characters of a list in a message: all that one calls by name at once, hardly ever reached. */
const LONGEST_LIST = 8000;
const MORE: Record<Language, (count: number) => string> = {
  en: (count) => `and ${count} more`,
  ar: (count) => `و${count} غيرها`,
};
const ISOLATE = { first: '\u2068', pop: '\u2069' } as const;

type Parameters = Record<string, string | number | string[]>;

/** The words of a fault in the language asked for. */
export function wordFault(code: FaultCode, parameters: Parameters, language: Language): string {
  return fill(MESSAGES[language].faults[code], wordValues(parameters, language), language);
}

/** Values that are code-words themselves: which ledger, which model server, why, and what frees it. */
function wordValues(parameters: Parameters, language: Language): Parameters {
  const { ledgers, purposes, frees } = MESSAGES[language];
  const word = (words: Record<string, string>, value: Parameters[string] | undefined) =>
    typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
  const ledger = word(ledgers, parameters['ledger']);
  const purpose = word(purposes, parameters['purpose']);
  const remedy = word(frees, parameters['frees']);
  const reason = word(SHORT_REASONS[language], parameters['reason']);
  return {
    ...parameters,
    ...(ledger === undefined ? {} : { ledger }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(reason === undefined ? {} : { reason: fill(reason, parameters, language) }),
    ...(remedy === undefined ? {} : { frees: fill(remedy, parameters, language) }),
  };
}

/** The words of a reason or a warning; an unknown code is named in words that still say what to do. */
export function wordReason(reason: { code: string; parameters?: Parameters }, language: Language): string {
  const messages = MESSAGES[language];
  const words: Record<string, string> = messages.reasons;
  const template = Object.hasOwn(words, reason.code) ? words[reason.code] : undefined;
  return template === undefined
    ? fill(messages.unknownReason, { code: reason.code }, language)
    : fill(template, reason.parameters ?? {}, language);
}

function fill(template: string, parameters: Parameters, language: Language): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) return '?';
    if (typeof value === 'number') return String(value);
    const values = Array.isArray(value) ? value : [value];
    const shown = firstOf(values);
    // A value may run the other way than the sentence around it.
    const words = language === 'ar' ? shown.map((one) => ISOLATE.first + one + ISOLATE.pop) : [...shown];
    if (shown.length < values.length) words.push(MORE[language](values.length - shown.length));
    return words.join(language === 'ar' ? '، ' : ', ');
  });
}

function firstOf(values: readonly string[]): readonly string[] {
  let length = 0;
  const beyond = values.findIndex((value) => (length += value.length + 2) > LONGEST_LIST);
  return beyond < 1 ? values : values.slice(0, beyond);
}
