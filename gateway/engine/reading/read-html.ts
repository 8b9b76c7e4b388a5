import type { DocumentStream, HealthItem, ReadDocument, ReadHint } from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { decodeSlices, decodeText } from './decode-text.ts';
import { recordHidden, reportLeftOut, warnAbout } from './hidden-text.ts';
import { buildOutline, isXhtml } from './html/build-outline.ts';
import { detectHeadingsBySize } from './html/headings-by-size.ts';
import { type Outline, walkLeaves } from './html/outline.ts';
import { createOutliner } from './html/outliner.ts';
import { createPageControls, findControls } from './html/page-controls.ts';
import { inLandmark, selectContent } from './html/select-content.ts';
import { readStyleRules } from './html/style-rules.ts';

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})/i;
const XML_ENCODING = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})["']/i;

/** A page's main content with its headings, without navigation and hidden text. Runs no scripts and fetches no files. */
export async function readHtml(bytes: Uint8Array, hint: ReadHint = {}): Promise<ReadDocument> {
  const { text, warnings, health } = decodeText(bytes, {
    transport: hint.charset,
    declaration: declaredCharset(bytes),
  });
  const outline = buildOutline(text);
  const { leaves, leftOut } = selectContent(outline.root, outline.title);
  for (const sample of leftOut) recordHidden(outline.leftOut, sample);
  const blocks = detectHeadingsBySize(leaves).map(({ block }) => block);
  const title = outline.title ? { title: outline.title } : {};
  return {
    ...title,
    ...describeFillers(outline),
    blocks,
    warnings: [...warnings, ...warnAbout(outline)],
    health: { ...health, items: mergeItems([...health.items.map(showText), ...reportLeftOut(outline)]) },
  };
}

/**
 * `readHtml` of any length: all that stands outside of the page's landmarks, without a choice by Readability and without
 * headings told by their size, which need the whole page. Styles are those of its beginning.
 */
export function* readLongHtml(bytes: Uint8Array, hint: ReadHint = {}): DocumentStream {
  const declared = { transport: hint.charset, declaration: declaredCharset(bytes) };
  const { slices, facts } = decodeSlices(bytes, declared);
  let outliner: ReturnType<typeof createOutliner> | undefined;
  let isNamed = false;
  const controls = createPageControls();
  // Scripts may stand at the end of the page.
  controls.hasScript = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('<script');
  for (const { text, share } of slices) {
    findControls(text, controls);
    outliner ??= createOutliner({
      rules: readStyleRules(text),
      controls,
      isXml: isXhtml(text),
      maxCharacters: Number.POSITIVE_INFINITY,
    });
    outliner.write(text);
    const content = outliner.drain().filter(({ path }) => !inLandmark(path));
    // Once: a title that nothing closes takes in the rest of the page, and grows with every slice.
    const title = isNamed || content.length === 0 ? '' : outliner.title();
    isNamed ||= content.length > 0;
    yield { blocks: content.map(({ leaf }) => leaf.block), share, ...(title ? { title } : {}) };
  }
  const outline = outliner?.end();
  if (!outliner || !outline) return { warnings: [] };
  const rest = [...walkLeaves(outline.root)].filter(({ path }) => !inLandmark(path));
  yield { blocks: rest.map(({ leaf }) => leaf.block), share: 1 };
  const { warnings, health } = facts();
  return {
    ...(outline.title ? { title: outline.title } : {}),
    ...describeFillers(outline),
    warnings: [...warnings, ...warnAbout(outline)],
    health: { ...health, items: mergeItems([...health.items.map(showText), ...reportLeftOut(outline)]) },
  };
}

const describeFillers = ({ frames, hasScript }: Outline): Pick<ReadDocument, 'isFilledLater'> =>
  frames > 0 || hasScript ? { isFilledLater: true } : {};

/** Samples were taken from the page's source: its tags are nothing to show, and what is cut in one may differ. */
function showText(item: HealthItem): HealthItem {
  const strip = (text: string) =>
    text
      .replaceAll(/<[^>]*(?:>|$)|^[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const samples = item.samples.map(({ before, after }) => ({ before: strip(before), after: strip(after) }));
  return { ...item, samples: samples.filter(({ before, after }) => before !== '' && before !== after) };
}

/** All blocks of mark-up that is no web page: other formats written as HTML. */
export function readMarkup(html: string): ReadDocument {
  const outline = buildOutline(html);
  return {
    blocks: [...walkLeaves(outline.root)].map(({ leaf }) => leaf.block),
    warnings: warnAbout(outline),
    health: { items: mergeItems([...reportLeftOut(outline)]) },
  };
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return XML_ENCODING.exec(head)?.[1] ?? META_CHARSET.exec(head)?.[1];
}
