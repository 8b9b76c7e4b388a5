import type { HealthItem, ReadDocument, ReadWarning } from '#gateway/text/document.ts';
import { mergeItems } from '#gateway/text/health/health-items.ts';
import { cleanLine } from '../clean-text.ts';
import { decodeText } from '../decode-text.ts';
import { buildOutline } from '../html/build-outline.ts';
import { headBySize } from '../html/head-by-size.ts';
import { type Leaf, walkLeaves } from '../html/outline.ts';
import { reportHidden, warnAbout } from '../html/report-outline.ts';
import { openPackage } from './open-package.ts';

const MOST_STYLE_TEXT = 500_000;

/** An electronic book: all its pages in reading order, what they hide left out, nothing fetched. */
export async function readEpub(bytes: Uint8Array): Promise<ReadDocument> {
  const { title, spine, parts } = openPackage(bytes);
  const styles = [...parts]
    .filter(([path]) => /\.css$/i.test(path))
    .map(([, part]) => new TextDecoder().decode(part))
    .join('\n')
    .slice(0, MOST_STYLE_TEXT);
  const leaves: Leaf[] = [];
  const warnings: ReadWarning[] = [];
  const items: (HealthItem | undefined)[] = [];
  for (const path of spine) {
    const { text, health, warnings: own } = decodeText(parts.get(path) ?? new Uint8Array());
    const outline = buildOutline(text, styles);
    for (const { leaf } of walkLeaves(outline.root)) leaves.push(leaf);
    warnings.push(...own, ...warnAbout(outline));
    items.push(...health.items, reportHidden(outline));
  }
  const name = cleanLine(title);
  return {
    ...(name === '' ? {} : { title: name }),
    blocks: headBySize(leaves).map(({ block }) => block),
    warnings: sumUp(warnings),
    health: { items: mergeItems(items) },
  };
}

/** Pages warn one by one; the book warns once. */
function sumUp(warnings: readonly ReadWarning[]): ReadWarning[] {
  const sums = new Map<ReadWarning['code'], ReadWarning>();
  for (const { code, parameters } of warnings) {
    const before = Number(sums.get(code)?.parameters?.['characters'] ?? 0);
    const characters = before + Number(parameters?.['characters'] ?? 0);
    sums.set(
      code,
      characters > 0 ? { code, parameters: { characters } } : { code, ...(parameters ? { parameters } : {}) },
    );
  }
  return [...sums.values()];
}
