import createCache from '@emotion/cache';
import type { EmotionCache } from '@emotion/cache';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import { prefixer } from 'stylis';
import { readNonce } from '#src/components/read-nonce.ts';
import type { Direction } from '#src/i18n/languages.ts';

const caches = new Map<Direction, EmotionCache>();

/** One emotion cache per direction, kept so that switching back costs nothing; the policy's nonce is on both. */
export function styleCache(direction: Direction): EmotionCache {
  const known = caches.get(direction);
  if (known !== undefined) return known;
  const nonce = readNonce();
  const made = createCache({
    key: direction === 'rtl' ? 'far' : 'fen',
    stylisPlugins: direction === 'rtl' ? [prefixer, rtlPlugin] : [prefixer],
    ...(nonce === undefined ? {} : { nonce }),
  });
  caches.set(direction, made);
  return made;
}
