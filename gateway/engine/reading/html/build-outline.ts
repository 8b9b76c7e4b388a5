import type { Outline } from './outline.ts';
import { createOutliner } from './outliner.ts';
import { createPageControls, findControls } from './page-controls.ts';
import { readStyleRules } from './style-rules.ts';

const MAX_TEXT_CHARACTERS = 30_000_000;
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Outlines HTML in one pass over its tags, in linear time and bounded depth, so that no page, however broken or
 * hostile, can hold up a DOM. `styles`: the style sheets that it links to, where they are at hand. `isXml`: for books, whose pages are XML
 * whatever they declare. Throws `ReadFailure` `too-deep`.
 */
export function buildOutline(html: string, styles?: string, isXml = isXhtml(html)): Outline {
  const controls = createPageControls();
  findControls(html, controls);
  const rules = readStyleRules(html, styles);
  const outliner = createOutliner({ rules, controls, isXml, maxCharacters: MAX_TEXT_CHARACTERS });
  for (let start = 0; start < html.length; start += CHUNK_CHARACTERS)
    outliner.write(html.slice(start, start + CHUNK_CHARACTERS));
  return outliner.end();
}

/** Whether the beginning of a page declares XML, in which a self-closing tag ends its element. */
export function isXhtml(html: string): boolean {
  return /^\s*<\?xml\b|<!doctype[^>]{0,200}xhtml|<html\b[^>]{0,500}\bxmlns\s*=/i.test(html.slice(0, 3_000));
}
