/** Characters of the longest secret that can be right (`FIHRIST_API_KEY`). */
const LONGEST = 200;
const KEPT = 100;

/**
 * The hashes of secrets that were right lately, since the web's digest leaves the thread and comes back, which takes longer
 * than all else in a look-up. A map by the secret itself would compare it letter by letter and stop at the first that
 * differs; here the place is a number that every letter and a secret seed go into, and what lies there is compared whole.
 */
export function createKnownSecrets(kept = KEPT) {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const places = new Map<number, { secret: string; hash: string }>();
  return {
    hashOf(secret: string): string | undefined {
      if (secret.length > LONGEST) return undefined;
      const known = places.get(placeOf(secret, seed));
      return known && isSame(known.secret, secret) ? known.hash : undefined;
    },
    /** Keeps a right one; a wrong one would push a right one out. */
    keep(secret: string, hash: string): void {
      if (secret.length > LONGEST) return;
      const place = placeOf(secret, seed);
      places.delete(place);
      places.set(place, { secret, hash });
      for (const [oldest] of places) {
        if (places.size <= kept) break;
        places.delete(oldest);
      }
    },
    drop(secret: string): void {
      if (this.hashOf(secret) !== undefined) places.delete(placeOf(secret, seed));
    },
  };
}

/** FNV-1a of 32 bits over all of it. */
function placeOf(secret: string, seed: number): number {
  let place = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < secret.length; index += 1)
    place = Math.imul(place ^ secret.charCodeAt(index), 0x01000193) >>> 0;
  return place;
}

/** Takes as long whether the first letter differs or the last. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let index = 0; index < one.length; index += 1)
    differing |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return differing === 0;
}
