import { sourceUrlSchema } from '#contract/knowledge.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';

export type AddressProblem = 'not-an-address' | 'not-web' | 'too-long' | 'repeated';
export type AddressLine = { number: number; text: string } & (
  | { url: string; problem?: never }
  | { problem: AddressProblem; url?: never }
);

const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

/** People leave the scheme out: a bare host is read as https. */
function complete(text: string): string {
  return BARE_HOST.test(text) ? `https://${text}` : text;
}

function judge(text: string): { url: string } | { problem: AddressProblem } {
  if (/\s/u.test(text)) return { problem: 'not-an-address' };
  const address = complete(text);
  if (address.length > UNIT_LIMITS.url) return { problem: 'too-long' };
  const parsed = sourceUrlSchema.safeParse(address);
  if (parsed.success) return { url: parsed.data };
  return {
    problem:
      /^[a-z][a-z\d+.-]*:/iu.test(address) && !/^https?:/iu.test(address) ? 'not-web' : 'not-an-address',
  };
}

/** Reads addresses one a line; empty lines do not count, an address that is already there is said to be. */
export function readAddresses(text: string, present: Iterable<string> = []): AddressLine[] {
  const seen = new Set(present);
  return text.split(/\r?\n/u).flatMap((raw, index): AddressLine[] => {
    const line = raw.trim();
    if (line === '') return [];
    const judged = judge(line);
    const base = { number: index + 1, text: line };
    if ('problem' in judged) return [{ ...base, problem: judged.problem }];
    if (seen.has(judged.url)) return [{ ...base, problem: 'repeated' as const }];
    seen.add(judged.url);
    return [{ ...base, url: judged.url }];
  });
}
