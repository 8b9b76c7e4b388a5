/** After so long without a wrong key an address is forgotten. */
export const FORGET_ATTEMPTS_AFTER_MS = 15 * 60_000;
/** Addresses remembered, some 100 bytes each; the least recently active ones are forgotten first. */
export const MAX_REMEMBERED_ADDRESSES = 10_000;
