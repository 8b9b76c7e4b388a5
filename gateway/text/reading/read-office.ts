import type { OfficeError } from 'officeparser';
import { OfficeParser } from 'officeparser';
import type { ReadableFormat, ReadDocument, ReadFailureCode, ReadWarning } from '#gateway/text/document.ts';
import { ReadFailure } from '#gateway/text/document.ts';
import { mergeItems } from '#gateway/text/health/health-items.ts';
import { cleanLine } from './clean-text.ts';
import type { HiddenText } from './html/outline.ts';
import { reportHidden, warnAbout } from './html/report-outline.ts';
import { blankHidden } from './office/blank-hidden.ts';
import { collectBlocks } from './office/collect-blocks.ts';
import { readHeadingStyles } from './office/heading-styles.ts';
import { blankHiddenRtf } from './office/hidden-rtf.ts';
import { mendRuns } from './office/mend-runs.ts';
import { readShownCells } from './office/shown-cells.ts';

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
  const hidden: HiddenText = { characters: 0, samples: [] };
  try {
    const ast = await OfficeParser.parseOffice(dropHidden(bytes, format, hidden), {
      fileType: format,
      ignoreHeadersAndFooters: true,
      ignoreComments: true,
      ignoreSlideMasters: true,
      extractAttachments: false,
      decompressionLimits: LIMITS,
      onWarning: ({ code }) => {
        if (code.endsWith('LIMIT_EXCEEDED')) warnings.push({ code: 'truncated' });
        else if (code.endsWith('NOT_READ')) warnings.push({ code: 'parts-skipped' });
      },
    });
    const mended = mendRuns(ast.content);
    const { blocks, pages } = collectBlocks(ast.content, {
      ...(format === 'docx' ? { headings: readHeadingStyles(bytes) } : {}),
      ...(format === 'xlsx' ? { shown: readShownCells(bytes) } : {}),
    });
    const title = cleanLine(ast.metadata.title ?? '');
    return {
      ...(title ? { title } : {}),
      blocks,
      ...(pages ? { pages } : {}),
      warnings: [...onceEach(warnings), ...warnAbout({ hidden, truncated: false })],
      health: { items: mergeItems([...mended, reportHidden({ hidden })]) },
    };
  } catch (error) {
    throw asFailure(error);
  }
}

function dropHidden(bytes: Uint8Array, format: OfficeFormat, hidden: HiddenText): Uint8Array {
  if (format === 'rtf') return blankHiddenRtf(bytes, hidden);
  return format === 'docx' || format === 'odt' ? blankHidden(bytes, format, hidden) : bytes;
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
  return warnings.filter(({ code }, at) => warnings.findIndex((other) => other.code === code) === at);
}
