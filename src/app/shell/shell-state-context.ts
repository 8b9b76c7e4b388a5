import { createContext, use } from 'react';
import type { Right } from '#contract/rights.ts';
import type { LimitHolder } from '#src/api/hooks/use-usage.ts';
import type { NamedBot } from '#src/ui/use-bot-name.ts';

/** Use against the limit that the key meets first, as the newest response reported it. */
/** `usedUp`: less is left than a call needs. */
export type QuotaFigures = { used: number; total: number; usedUp?: boolean; of?: LimitHolder };

type UnitSearchHit = { id: number | string; title: string };
/** A passage: its ordinal within the unit, from 0, its titles, and an excerpt around the matched words. */
type PassageSearchHit = { unitId: number; ordinal: number; title: string; text: string };

/** What the frame shows about the connection; the access feature provides it. */
export type ShellState = {
  /** Absent before the first connection; `name` is '' unless a person gave the connection a name. */
  connection?: { name: string; bot: string; host: string } | undefined;
  gateway: 'connected' | 'unreachable' | 'checking';
  /** The text quota, or the key's cap on it; absent until a response has reported it. */
  consumption?: QuotaFigures | undefined;
  /** Units of this bot; absent when the gateway offers no list. */
  unitCount?: number | undefined;
  /** Units whose titles match; absent when the gateway offers no list. */
  searchUnits?: ((query: string, signal: AbortSignal) => Promise<readonly UnitSearchHit[]>) | undefined;
  /** The passages nearest to words, best first, without charge. */
  searchPassages?: ((words: string, signal: AbortSignal) => Promise<readonly PassageSearchHit[]>) | undefined;
  /** Ids of the extensions that the gateway announces, or that this browser serves in its place. */
  extensions?: readonly string[] | undefined;
  /** Bots that the key may see; absent where the gateway does not list them. */
  bots?: readonly NamedBot[] | undefined;
  /** The time zone of the current bot, by whose clocks times are shown; absent: that of this browser. */
  timeZone?: string | undefined;
  /** Goes on with another bot. */
  switchBot?: ((id: number) => void) | undefined;
  /** Whether a page that needs this right is for the key of this connection; absent: all are. */
  hasPermission?: ((right: Right) => boolean) | undefined;
  /** Active alerts of all bots of the key, newest first, and how many; absent when the key may not read alerts. */
  alerts?: { items: readonly { id: string; sentence: string }[]; total: number } | undefined;
  /** Why the key is no longer accepted. */
  keyRejection?: unknown;
  /** Whether it was accepted before, since the page was opened. */
  keyWasAccepted?: boolean;
  signOut?: (() => void | Promise<void>) | undefined;
};

export const ShellStateContext = createContext<ShellState>({ gateway: 'checking' });

export function useShellState(): ShellState {
  return use(ShellStateContext);
}
