import { LEDGERS } from '#contract/usage.ts';
import { type CommandContext, CommandUsageError } from './command.ts';

/** The text of an option; undefined when it was not given. */
export function textOf({ options }: CommandContext, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Every text of an option that may be given again and again. */
export function textsOf({ options }: CommandContext, name: string): string[] | undefined {
  const values = options[name];
  return Array.isArray(values) ? values.map(String) : undefined;
}

/** A whole number, or wrong use. */
export function numberOf(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandUsageError(`${what} must be a whole number, not "${text}".`);
  return Number(text);
}

/** `text=1000` and the like, as units by ledger; `none` is null where that means something. */
export function unitsByLedger(
  texts: readonly string[],
  option: string,
  { none }: { none: boolean },
): Record<string, number | null> {
  return Object.fromEntries(
    texts.map((text) => {
      const [ledger = '', amount = '', ...more] = text.split('=');
      const isLedger = (LEDGERS as readonly string[]).includes(ledger);
      if (!isLedger || amount === '' || more.length > 0)
        throw new CommandUsageError(
          `--${option} must be such as text=100000; ledgers are ${LEDGERS.join(', ')}.`,
        );
      return [ledger, none && amount === 'none' ? null : numberOf(amount, `--${option} ${ledger}`)];
    }),
  );
}

/** A day means its end (UTC); anything else must be a moment with its zone. */
export function momentOf(text: string, option: string): string {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text;
  const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(moment) ? Date.parse(moment) : Number.NaN;
  if (Number.isNaN(time))
    throw new CommandUsageError(
      `--${option} must be a day such as 2027-01-31 or a moment such as 2027-01-31T12:00:00Z.`,
    );
  return new Date(time).toISOString();
}
