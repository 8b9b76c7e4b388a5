import { createHash } from 'node:crypto';
import type { Sha256 } from '#gateway/core/sha256.ts';

export function createSha256(): Sha256 {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => Promise.resolve(hash.digest('hex')) };
}
