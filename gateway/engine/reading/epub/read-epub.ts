import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { append } from '#common/long-lists.ts';
import {
  type HealthItem,
  type ReadDocument,
  ReadFailure,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { cleanLine } from '#gateway/engine/reading/clean-text.ts';
import { decodeText } from '#gateway/engine/reading/decode-text.ts';
import { reportLeftOut, warnAbout } from '#gateway/engine/reading/hidden-text.ts';
import { buildOutline } from '#gateway/engine/reading/html/build-outline.ts';
import { detectHeadingsBySize } from '#gateway/engine/reading/html/headings-by-size.ts';
import { type Leaf, walkLeaves } from '#gateway/engine/reading/html/outline.ts';
import { countCharacters, warnOfCount } from '#gateway/engine/reading/large-pictures.ts';
import { mergeWarnings } from '#gateway/engine/reading/merge-warnings.ts';

/** What of an EPUB is text: its parts by path inside the archive, and in which order they are read. */
interface EpubPackage {
  title: string;
  /** Paths of the content documents in reading order; the table of contents is not one of them. */
  spine: string[];
  parts: ReadonlyMap<string, Uint8Array>;
  /** Bytes of pictures by path inside the archive. */
  pictures: ReadonlyMap<string, number>;
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg)$/i;
const TEXT_PART = /\.(?:x?html?|xml|opf|css)$/i;
const MAX_TOTAL_BYTES = 100 * 1024 * 1024;
const MAX_ENTRIES = 5_000;

/** Unpacks the text parts of an EPUB. Throws `ReadFailure` `damaged`, `too-large-inside` or `password-protected`. */
function openPackage(epub: Uint8Array): EpubPackage {
  const { parts, pictures } = unpack(epub);
  const text = (path: string): string => new TextDecoder().decode(parts.get(path));
  const opf = readContainer(text('META-INF/container.xml'));
  const { title, items, order } = readOpf(text(opf));
  const spine = order
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ isContents }) => !isContents)
    .map(({ href }) => resolvePath(opf, href));
  const encrypted = readEncrypted(text('META-INF/encryption.xml'));
  if (spine.some((path) => encrypted.has(path))) throw new ReadFailure('password-protected');
  const present = [...new Set(spine)].filter((path) => parts.has(path));
  // A package without its list still has its pages.
  const pages = [...parts.keys()].filter((path) => /\.x?html?$/i.test(path)).toSorted();
  if (present.length === 0 && pages.length === 0) throw new ReadFailure('damaged');
  return { title, spine: present.length > 0 ? present : pages, parts, pictures };
}

function unpack(epub: Uint8Array): Pick<EpubPackage, 'parts' | 'pictures'> {
  let entries = 0;
  let total = 0;
  const pictures = new Map<string, number>();
  // The sizes are the declared ones; fflate inflates no further than that.
  const files = unzipSync(epub, {
    filter({ name, originalSize }) {
      entries++;
      const isText = TEXT_PART.test(name);
      if (isText) total += originalSize;
      if (PICTURE.test(name)) pictures.set(name, originalSize);
      if (entries > MAX_ENTRIES || total > MAX_TOTAL_BYTES) throw new ReadFailure('too-large-inside');
      return isText;
    },
  });
  return { parts: new Map(Object.entries(files)), pictures };
}

function eachTag(xml: string, visit: (name: string, attributes: Record<string, string>) => void): void {
  new Parser({ onopentag: (name, attributes) => visit(localName(name), attributes) }, { xmlMode: true }).end(
    xml,
  );
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function readContainer(xml: string): string {
  let path = '';
  eachTag(xml, (name, attributes) => {
    if (name === 'rootfile') path ||= attributes['full-path'] ?? '';
  });
  return path;
}

function readOpf(xml: string) {
  const items = new Map<string, { href: string; isContents: boolean }>();
  const order: string[] = [];
  let title = '';
  let inTitle = false;
  const parser = new Parser(
    {
      onopentag(name, { id = '', href = '', properties = '', idref = '' }) {
        if (localName(name) === 'item')
          items.set(id, { href, isContents: properties.split(/\s+/).includes('nav') });
        else if (localName(name) === 'itemref') order.push(idref);
        inTitle = name === 'dc:title' && title === '';
      },
      ontext(text) {
        if (inTitle) title += text;
      },
      onclosetag() {
        inTitle = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { title, items, order };
}

function readEncrypted(xml: string): Set<string> {
  const paths = new Set<string>();
  eachTag(xml, (name, attributes) => {
    if (name === 'CipherReference') paths.add(resolvePath('', attributes['URI'] ?? ''));
  });
  return paths;
}

/** A reference as a path inside the archive; it is only ever looked up among the archive's own parts. */
function resolvePath(from: string, reference: string): string {
  const path: string[] = from.split('/').slice(0, -1);
  const plain = reference.split(/[#?]/)[0] ?? '';
  for (const step of decodePath(plain).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MAX_STYLE_CHARACTERS = 500_000;

/** An electronic book: its pages in reading order, without hidden text. Makes no network requests. */
export async function readEpub(bytes: Uint8Array): Promise<ReadDocument> {
  const { title, spine, parts, pictures } = openPackage(bytes);
  const styles = [...parts]
    .filter(([path]) => /\.css$/i.test(path))
    .map(([, part]) => new TextDecoder().decode(part))
    .join('\n')
    .slice(0, MAX_STYLE_CHARACTERS);
  const leaves: Leaf[] = [];
  const warnings: ReadWarning[] = [];
  const items: (HealthItem | undefined)[] = [];
  let pictured = 0;
  for (const [index, path] of spine.entries()) {
    const { text, health, warnings: doubts } = decodeText(parts.get(path) ?? new Uint8Array());
    const outline = buildOutline(text, styles, true);
    const own = [...walkLeaves(outline.root)].map(({ leaf }) => leaf);
    append(leaves, own);
    // The first page is the cover.
    if (index > 0 && isPicture(text, own, (reference) => pictures.get(resolvePath(path, reference)) ?? 0))
      pictured++;
    append(warnings, [...doubts, ...warnAbout(outline)]);
    append(items, [...health.items, ...reportLeftOut(outline)]);
  }
  const name = cleanLine(title);
  return {
    ...(name === '' ? {} : { title: name }),
    blocks: detectHeadingsBySize(leaves).map(({ block }) => block),
    warnings: [...mergeWarnings(warnings), ...warnOfCount(pictured)],
    health: { items: mergeItems(items) },
  };
}

/** Characters of a page below which it says nothing, and bytes from which on a picture is no ornament. */
const MAX_CHARACTERS = 8;
const MIN_PICTURE_BYTES = 20_000;

/** Whether a page is a picture without text. `sizeOf`: bytes of the picture that a reference leads to. */
function isPicture(html: string, leaves: readonly Leaf[], sizeOf: (reference: string) => number): boolean {
  if (countCharacters(leaves.map(({ block }) => block)) >= MAX_CHARACTERS) return false;
  const references = html.matchAll(
    /<(?:img|(?:svg:)?image)\b[^>]{0,500}?(?:src|href)\s*=\s*["']([^"']{1,500})/gi,
  );
  return [...references].some(([, reference = '']) => sizeOf(reference) >= MIN_PICTURE_BYTES);
}
