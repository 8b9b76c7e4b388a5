import ipaddr from 'ipaddr.js';

/** What becomes of a refusal: told after so long, or told at once that there were too many. */
export type Sentence = { waitMs: number; leave(): void } | { refusedForSeconds: number };

/** Wrong keys that an address may send before it waits: people mistype, and old browsers keep revoked keys. */
const FREE = 5;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** After so long without a wrong key an address is forgotten. */
const FORGET_MS = 15 * 60_000;
/** Refusals waiting at a time: of one address, and of all. Each holds a connection and a timer. */
const WAITING = { perAddress: 8, all: 200 };
/** Keys of an address not seen lately that are looked up at a time before any was wrong: many browsers share an address. */
const RUSH = 100;
/** Addresses remembered, some 100 bytes each; the one that was quiet longest is forgotten first. */
const REMEMBERED = 10_000;

interface Tries {
  wrong: number;
  last: number;
  waiting: number;
}

/**
 * Wrong keys by address: the sixth within a quarter of an hour is answered 250 ms late, each further one twice as late,
 * up to 8 s. Where as many wait as may, what comes next is refused without being looked at, so nobody tries more keys
 * than that. A right key never comes here. It works with the clock it is given, and holds no more than so many addresses.
 */
export function createWrongKeys(now: () => number) {
  const addresses = new Map<string, Tries>();
  /** Look-ups under way, those that wait included. */
  const looking = new Map<string, number>();
  let waiting = 0;

  return {
    /** Counts one wrong key. An unknown address ('') is that of a caller in this process: it never waits. */
    note(address: string): Sentence {
      const network = networkOf(address);
      if (network === '') return { waitMs: 0, leave() {} };
      const at = now();
      const tries = addresses.get(network) ?? { wrong: 0, last: at, waiting: 0 };
      if (at - tries.last >= FORGET_MS) tries.wrong = 0;
      tries.wrong += 1;
      tries.last = at;
      // Behind all others, so that the first of the map is the quietest.
      addresses.delete(network);
      addresses.set(network, tries);
      forgetOldest();
      const waitMs = waitOf(tries.wrong);
      if (waitMs === 0) return { waitMs, leave() {} };
      if (tries.waiting >= WAITING.perAddress || waiting >= WAITING.all)
        return { refusedForSeconds: Math.ceil(waitMs / 1000) };
      tries.waiting += 1;
      waiting += 1;
      let left = false;
      return {
        waitMs,
        leave() {
          if (left) return;
          left = true;
          tries.waiting -= 1;
          waiting -= 1;
        },
      };
    },
    /**
     * A key is about to be looked up that may be wrong. Refused where the address has as many under way as could wait,
     * so that no rush of them is looked at before the first is known to be wrong.
     */
    look(address: string): { refusedForSeconds: number } | { end(): void } {
      const network = networkOf(address);
      if (network === '') return { end() {} };
      const tries = addresses.get(network);
      const waitMs = tries && now() - tries.last < FORGET_MS ? waitOf(tries.wrong + 1) : 0;
      const under = looking.get(network) ?? 0;
      const most = waitMs === 0 ? RUSH : WAITING.perAddress;
      if (under >= most || (waitMs > 0 && waiting >= WAITING.all))
        return { refusedForSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
      looking.set(network, under + 1);
      let ended = false;
      return {
        end() {
          if (ended) return;
          ended = true;
          const left = (looking.get(network) ?? 1) - 1;
          if (left > 0) looking.set(network, left);
          else looking.delete(network);
        },
      };
    },
    /** How many addresses are remembered, and refusals wait. */
    size: () => ({ addresses: addresses.size, waiting }),
  };

  function forgetOldest(): void {
    const before = now() - FORGET_MS;
    for (const [network, { last }] of addresses) {
      if (last > before && addresses.size <= REMEMBERED) return;
      addresses.delete(network);
    }
  }
}

function waitOf(wrong: number): number {
  return wrong <= FREE ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrong - FREE - 1, 20), LONGEST_WAIT_MS);
}

/** Who is counted as one: an IPv4 address, or the /64 of an IPv6 one, since whoever has one has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
