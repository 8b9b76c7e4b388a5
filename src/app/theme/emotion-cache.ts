import createCache, { type EmotionCache } from '@emotion/cache';
import { type Middleware, prefixer } from 'stylis';
import type { Direction } from '#src/i18n/languages.ts';

/** The policy's nonce for styles that are made while the page runs; absent where the page has no policy. */
function readNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the content attribute of a nonce but keep the property.
  return meta?.nonce || meta?.getAttribute('nonce') || meta?.content || undefined;
}

let mirror: Middleware | undefined;

/** Loads what a direction needs before its first style: right to left mirrors every rule. */
export async function loadStyles(direction: Direction): Promise<void> {
  if (direction === 'rtl') mirror ??= (await import('@mui/stylis-plugin-rtl')).default;
}

const caches = new Map<Direction, EmotionCache>();

/**
 * One emotion cache per direction, kept so that switching back costs nothing; the policy's nonce is on both. `loadStyles`
 * must have loaded the direction.
 */
export function emotionCacheFor(direction: Direction): EmotionCache {
  const existing = caches.get(direction);
  if (existing !== undefined) return existing;
  if (direction === 'rtl' && mirror === undefined)
    throw new Error('Styles from right to left are not loaded');
  const nonce = readNonce();
  const cache = createCache({
    key: direction === 'rtl' ? 'far' : 'fen',
    stylisPlugins: direction === 'rtl' && mirror ? [prefixer, mirror] : [prefixer],
    ...(nonce === undefined ? {} : { nonce }),
  });
  caches.set(direction, cache);
  return cache;
}
