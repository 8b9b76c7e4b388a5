import type { Outline } from './outline.ts';
import { createOutliner } from './outliner.ts';
import { readStyleRules } from './style-rules.ts';

const MAX_TEXT_CHARACTERS = 30_000_000;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Outlines HTML in one pass over its tags, in linear time and bounded depth, so that no page, however broken or
 * hostile, can hold up a DOM. `styles`: the style sheets that it links to, where they are at hand. Throws `ReadFailure` `too-deep`.
 */
export function buildOutline(html: string, styles?: string): Outline {
  const outliner = createOutliner(readStyleRules(html, styles), MAX_TEXT_CHARACTERS);
  for (let start = 0; start < html.length; start += CHUNK_CHARACTERS)
    outliner.write(html.slice(start, start + CHUNK_CHARACTERS));
  return outliner.end();
}
