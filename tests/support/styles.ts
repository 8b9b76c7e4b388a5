import { emotionCacheFor, loadStyles } from '#src/app/theme/emotion-cache.ts';

await loadStyles('rtl');
const caches = [emotionCacheFor('ltr'), emotionCacheFor('rtl')];
const inserting = caches.map((cache) => cache.insert);

/**
 * Style sheets stay empty: happy-dom matches every rule against an element and all its parents whenever a query
 * asks whether it is visible. A chart draws nothing before its styles give it a width.
 */
export function keepStylesOut(): void {
  for (const [index, cache] of caches.entries()) {
    // What the file before let in.
    cache.sheet.flush();
    cache.inserted = {};
    const insert = inserting[index];
    cache.insert = (selector, serialized, ...rest) =>
      serialized.name.includes('Charts') ? insert?.(selector, serialized, ...rest) : undefined;
  }
}

/** For a file that asserts what styles do; to be called before anything is rendered. */
export function letStylesIn(): void {
  for (const [index, cache] of caches.entries()) cache.insert = inserting[index] ?? cache.insert;
}
