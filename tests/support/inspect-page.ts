/** What a careful reader would hold against a page: seen from inside the browser, told in words. */

import { source as axeSource } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Violations of WCAG 2.2 AA that axe finds, one line each. The window is as tall as the page meanwhile: axe would
 * take a target that is scrolled under the fixed bars for one that is too small.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size === null || height <= size.height) return runAxe(page);
  await page.setViewportSize({ ...size, height: height + size.height });
  const violations = await runAxe(page);
  await page.setViewportSize(size);
  return violations;
}

async function runAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values: tags },
      // Of what passes and what does not apply only the first element is described.
      resultTypes: ['violations'],
    });
    return violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  });
}

/**
 * Overflow, placeholders that let the ground through, bare keys, Arabic that runs the wrong way, and Arabic-Indic digits
 * in the dashboard's own words.
 */
export async function findLookFaults(page: Page, keys: ReadonlySet<string>): Promise<string[]> {
  const { faults, candidates } = await page.evaluate(() => {
    const faults: string[] = [];
    /** Texts of the form of a key: the keys themselves are too many to hand over for each page. */
    const candidates = new Set<string>();
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll('body *')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
      });
      const names = wide.slice(0, 3).map((element) => `${element.tagName}.${element.className}`);
      faults.push(`overflow: ${scrollWidth} px in ${innerWidth}: ${names.join(' | ')}`);
    }
    // Axe does not look at placeholders: one is as dark as its colour, which the palette keeps at AA, if it is opaque.
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]:placeholder-shown')) {
      const label = field.placeholder;
      if (label !== '' && Number(getComputedStyle(field, '::placeholder').opacity) < 1)
        faults.push(`faint placeholder: ${label}`);
    }
    /** Whether each paragraph below takes its own direction, as passages do. */
    const isPlain = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).unicodeBidi === 'plaintext' || isPlain(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = (walker.currentNode.textContent ?? '').trim();
      const element = walker.currentNode.parentElement;
      if (!text || !element || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) continue;
      // What people wrote may be the same word as a key.
      const isWritten = element.closest('bdi, mark, blockquote, [dir="auto"]') !== null || isPlain(element);
      if (!isWritten && !/\s/u.test(text)) candidates.add(text);
      if (/\{\{|\bundefined\b|\bNaN\b|\[object/.test(text))
        faults.push(`unfilled words: ${text.slice(0, 60)}`);
      const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
      const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
      const direction = getComputedStyle(element).direction;
      const shown = element.getClientRects().length > 0;
      // File names and addresses run left to right in both languages, as one isolate.
      const fixed = element.closest('bdi[dir="ltr"]') !== null || isPlain(element);
      if (shown && !fixed && arabic > 3 && arabic > 2 * latin && direction !== 'rtl') {
        faults.push(`Arabic laid left to right: ${text.slice(0, 60)}`);
      }
      const foreign = element.closest(
        '[dir="auto"], bdi, mark, blockquote, code, pre, textarea, input, [aria-live]',
      );
      if (!foreign && /[\u0660-\u0669\u06f0-\u06f9]/u.test(text))
        faults.push(`digits mixed: ${text.slice(0, 60)}`);
    }
    return { faults, candidates: [...candidates] };
  });
  const bare = candidates.filter((text) => keys.has(text));
  return [...faults, ...bare.map((key) => `bare key: ${key}`)];
}
