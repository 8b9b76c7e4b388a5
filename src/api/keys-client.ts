import type { KeyChange, MadeKey, NewKey } from '#contract/keys.ts';
import { madeKeySchema } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { keyListSchema, keyViewSchema } from '#contract/session.ts';
import * as z from 'zod/mini';
import type { Calls } from './synonyms-client.ts';

/** The keys of an installation. `null` means: this gateway does not manage keys. */
export type KeysClient = {
  list: () => Promise<KeyView[] | null>;
  /** The only time the key itself is told, as when one is rotated. */
  create: (key: NewKey) => Promise<MadeKey>;
  change: (id: string, change: KeyChange) => Promise<KeyView>;
  /** Another takes its place; it stays good for so many hours more. */
  rotate: (id: string, overlapHours: number) => Promise<MadeKey>;
  revoke: (id: string) => Promise<void>;
};

export function createKeysClient({ send, extension }: Calls): KeysClient {
  return {
    list: async () => (await extension('listKeys', {}, keyListSchema))?.items ?? null,
    create: (key) => send('createKey', {}, madeKeySchema, { json: key }),
    change: (keyId, change) => send('changeKey', { keyId }, keyViewSchema, { json: change }),
    rotate: (keyId, overlapHours) => send('rotateKey', { keyId }, madeKeySchema, { json: { overlapHours } }),
    revoke: async (keyId) => {
      await send('revokeKey', { keyId }, z.unknown());
    },
  };
}
