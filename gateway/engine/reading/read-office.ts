import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type OfficeContentNode, type OfficeError, OfficeParser } from 'officeparser';
import {
  type HealthItem,
  type ReadableFormat,
  type ReadDocument,
  ReadFailure,
  type ReadFailureCode,
  type ReadWarning,
} from '#gateway/engine/document.ts';
import { makeItem, mergeItems } from '#gateway/engine/health/health-items.ts';
import { findLostCharacters } from '#gateway/engine/health/lost-characters.ts';
import { repairMojibake } from '#gateway/engine/health/mojibake.ts';
import { cleanLine } from '#gateway/engine/reading/clean-text.ts';
import { warnOfCount, warnOfPictures } from '#gateway/engine/reading/large-pictures.ts';
import { blankHidden } from '#gateway/engine/reading/office/blank-hidden.ts';
import { collectBlocks, restartLists } from '#gateway/engine/reading/office/collect-blocks.ts';
import { type DroppedText, emptyDropped } from '#gateway/engine/reading/office/edits.ts';
import { readSheetViews } from '#gateway/engine/reading/office/formatted-cells.ts';
import { blankHiddenRtf } from '#gateway/engine/reading/office/hidden-rtf.ts';
import { createFindings, reportFindings } from '#gateway/engine/reading/office/sheet-findings.ts';
import { prepareSlides, type SlideParts } from '#gateway/engine/reading/office/slide-parts.ts';
import { showSigns } from '#gateway/engine/reading/office/symbol-fonts.ts';
import { findUnreadParts } from '#gateway/engine/reading/office/unread-parts.ts';
import { insertWordCharts } from '#gateway/engine/reading/office/word-charts.ts';

const MAX_STYLES_BYTES = 5_000_000;
const MAX_STYLE_CHAIN = 20;

interface Style {
  name?: string;
  basedOn?: string;
  /** 0 to 8 are heading levels, 9 is running text. */
  outline?: number;
}

/**
 * Heading levels (1 to 6) by style id, from a Word file's own style sheet. The ids alone do not tell: an Arabic Word
 * calls its headings `1`, `2`, and house styles inherit theirs. Empty when there is no readable style sheet.
 */
function readHeadingStyles(docx: Uint8Array): Map<string, number> {
  const levels = new Map<string, number>();
  const styles = parseStyles(unpackStyles(docx));
  for (const id of styles.keys()) {
    const level = levelOf(id, styles);
    if (level) levels.set(id, Math.min(level, 6));
  }
  return levels;
}

function unpackStyles(docx: Uint8Array): string {
  try {
    // The size is the one declared; fflate inflates no further than that.
    const files = unzipSync(docx, {
      filter: ({ name, originalSize }) => name === 'word/styles.xml' && originalSize <= MAX_STYLES_BYTES,
    });
    return new TextDecoder().decode(files['word/styles.xml']);
  } catch {
    return '';
  }
}

function parseStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const value = attributes['w:val'] ?? '';
        if (name === 'w:style') {
          current = {};
          if (attributes['w:type'] === 'paragraph') styles.set(attributes['w:styleId'] ?? '', current);
        } else if (!current) return;
        else if (name === 'w:name') current.name = value;
        else if (name === 'w:basedOn') current.basedOn = value;
        else if (name === 'w:outlineLvl') current.outline = Number(value);
      },
      onclosetag(name) {
        if (name === 'w:style') current = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return styles;
}

function levelOf(id: string, styles: ReadonlyMap<string, Style>): number | undefined {
  let style = styles.get(id);
  for (let steps = 0; style && steps < MAX_STYLE_CHAIN; steps++) {
    const named = /^(?:heading|عنوان) ?([1-9])$/i.exec(style.name ?? '')?.[1];
    if (named) return Number(named);
    if (style.name?.toLowerCase() === 'title') return 1;
    if (style.outline !== undefined) return style.outline < 9 ? style.outline + 1 : undefined;
    style = styles.get(style.basedOn ?? '');
  }
  return undefined;
}

/** What cleaning would take out of text that was decoded by the wrong table, and of letters that were lost. */
const SUSPECT = /[\u0080-\u009f\u00ad\u00c0-\u00ff\ufffd]|[طظ][\u00a0-\u00bf\u2018-\u2026]/;

/** Puts the text of runs right where it was decoded by the wrong table, before cleaning takes parts of it out. */
function repairRuns(content: readonly OfficeContentNode[]): HealthItem[] {
  const suspects: OfficeContentNode[] = [];
  const visit = (nodes: readonly OfficeContentNode[]): void => {
    for (const node of nodes) {
      if (node.children && node.children.length > 0) visit(node.children);
      else if (SUSPECT.test(node.text ?? '')) suspects.push(node);
      if (node.notes) visit(node.notes);
    }
  };
  visit(content);
  const { lines, item } = repairMojibake(suspects.map(({ text }) => text ?? ''));
  suspects.forEach((node, index) => {
    node.text = lines[index] ?? '';
  });
  const lost = findLostCharacters(lines.join('\n'));
  return mergeItems([item, lost]);
}

const LIMITS = {
  maxUncompressedBytes: 100 * 1024 * 1024,
  maxZipEntries: 5_000,
  maxTableCells: 500_000,
  maxXmlElements: 1_000_000,
};

type OfficeFormat = Extract<ReadableFormat, 'docx' | 'odt' | 'rtf' | 'pptx' | 'xlsx'>;

/** Word, OpenDocument, RTF, PowerPoint and Excel; page headers, footers, comments and pictures left out. */
export async function readOffice(bytes: Uint8Array, format: OfficeFormat): Promise<ReadDocument> {
  const warnings: ReadWarning[] = [];
  const dropped = emptyDropped();
  const findings = createFindings(dropped);
  try {
    const slides = format === 'pptx' ? prepareSlides(bytes, dropped) : undefined;
    const word = format === 'docx' ? insertWordCharts(bytes) : undefined;
    const { bytes: shown, unreadCharts } = slides ?? word ?? { bytes, unreadCharts: 0 };
    const unread = format === 'pptx' ? undefined : findUnreadParts(bytes, format);
    const objects = slides?.objects ?? unread?.objects ?? 0;
    if (unreadCharts + objects > 0) warnings.push({ code: 'parts-skipped' });
    const ast = await OfficeParser.parseOffice(dropHidden(shown, format, dropped), {
      fileType: format,
      ignoreHeadersAndFooters: true,
      ignoreComments: true,
      ignoreSlideMasters: true,
      includeBreakNodes: FLOWING.has(format),
      extractAttachments: false,
      decompressionLimits: LIMITS,
      onWarning: ({ code }) => {
        if (code.endsWith('LIMIT_EXCEEDED')) warnings.push({ code: 'truncated' });
        else if (code.endsWith('NOT_READ')) warnings.push({ code: 'parts-skipped' });
      },
    });
    if (format !== 'xlsx') showSigns(ast.content);
    const repaired = repairRuns(ast.content);
    restartLists(ast.content, format === 'odt');
    const { blocks, pages } = collectBlocks(ast.content, {
      ...(format === 'docx' ? { headings: readHeadingStyles(bytes) } : {}),
      ...(format === 'xlsx' ? { views: readSheetViews(bytes), findings } : {}),
      ...(slides ? { charts: slides.charts } : {}),
      ...(FLOWING.has(format) ? { byLook: defaultSize(ast.metadata.formatting?.size) } : {}),
    });
    const pictures = slides ? warnOfCount(slides.pictures) : warnOfPictures(unread?.pictures ?? [], blocks);
    const title = cleanLine(ast.metadata.title ?? '');
    const report = reportFindings(findings);
    return {
      ...(title ? { title } : {}),
      blocks,
      ...(pages ? { pages } : {}),
      warnings: [...onceEach(warnings), ...pictures, ...report.warnings],
      health: {
        items: mergeItems([...repaired, ...report.items, ...(slides ? [reportSlides(slides)] : [])]),
      },
    };
  } catch (error) {
    throw asFailure(error);
  }
}

/** Footers, dates and numbers of slides, which are no text. */
function reportSlides({ furniture }: SlideParts): HealthItem | undefined {
  const lines = furniture.map((before) => ({ before, after: '' }));
  return makeItem('repeated-lines', furniture.length, furniture.length, lines);
}

/** Formats whose headings may be told by look alone. */
const FLOWING = new Set<OfficeFormat>(['docx', 'odt', 'rtf']);

/** The size of text that states none, in points: `11pt`. */
function defaultSize(size: string | undefined): { points?: number } {
  const points = Number.parseFloat(size ?? '');
  return Number.isFinite(points) ? { points } : {};
}

function dropHidden(bytes: Uint8Array, format: OfficeFormat, dropped: DroppedText): Uint8Array {
  if (format === 'rtf') return blankHiddenRtf(bytes, dropped);
  return format === 'docx' || format === 'odt' ? blankHidden(bytes, format, dropped) : bytes;
}

const FAILURES: Record<string, ReadFailureCode> = {
  PASSWORD_REQUIRED: 'password-protected',
  PASSWORD_INCORRECT: 'password-protected',
  DOCUMENT_DECRYPTION_FAILED: 'password-protected',
  ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: 'too-large-inside',
  ZIP_SIZE_LIMIT_EXCEEDED: 'too-large-inside',
  XML_ELEMENT_LIMIT_EXCEEDED: 'too-large-inside',
  MAX_NESTING_DEPTH_EXCEEDED: 'too-deep',
};

function asFailure(error: unknown): unknown {
  const code = (error as OfficeError | undefined)?.officeIssue?.code;
  return code ? new ReadFailure(FAILURES[code] ?? 'damaged') : error;
}

function onceEach(warnings: readonly ReadWarning[]): ReadWarning[] {
  return warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
}
