import { ANALYZER_VERSION } from '#gateway/text/analysis/analyzer-version.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/**
 * Stored with every segment. A unit whose segment has another number is indexed again in the background; until then the
 * old segment serves when it has the same format, and its unit counts as not ready when it has another.
 */
export const INDEX_VERSION = ANALYZER_VERSION * 256 + SEGMENT_FORMAT;
