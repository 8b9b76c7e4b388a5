import { splitMessage } from '#contract/words/format.ts';
import type { Words } from '#contract/words/words.ts';

/** The parameters of a shared sentence as i18next writes them: `{name, noun}` becomes `{{name, noun}}`. */
const asResource = (template: string): string => template.replaceAll(/\{[^{}]+\}/g, '{$&}');

function resourcesOf<Key extends string, Value>(
  table: Record<Key, Value>,
  write: (value: Value, key: Key) => string,
): Record<Key, string> {
  const keys = Object.keys(table) as Key[];
  return Object.fromEntries(keys.map((key) => [key, asResource(write(table[key], key))])) as Record<
    Key,
    string
  >;
}

/** The sentences that the gateway shares, as resources of the namespace `faults`. */
export function faultResources({ faults, onScreen, reasons, causes, frees, ledgers, purposes }: Words) {
  return {
    fault: resourcesOf(faults, (message, code) => onScreen[code] ?? message.replace('\n', ' ')),
    /** Why a unit or a source failed, or what to check about it. */
    reason: resourcesOf(reasons, (message) => splitMessage(message)[0]),
    remedy: resourcesOf(reasons, (message) => splitMessage(message)[1]),
    cause: resourcesOf(causes, (clause) => clause),
    frees: resourcesOf(frees, (sentence) => sentence),
    ledger: ledgers,
    purpose: purposes,
  };
}

/** The sentences of alerts, as resources of the namespace `alerts`. */
export function alertResources({ alerts }: Words) {
  return resourcesOf(alerts, (sentence) => sentence);
}
