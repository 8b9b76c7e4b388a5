import { SEGMENT_FORMAT } from './segment.ts';

/**
 * Changes whenever the same text would give other words, stems or sentences than before.
 * It is stored with every segment: one of another version is rebuilt in the background, and serves meanwhile.
 */
const ANALYZER_VERSION = 6;

/**
 * Stored with every segment. A unit whose segment has another number is indexed again in the background; until then the
 * old segment serves when it has the same format, and its unit counts as not ready when it has another.
 */
export const INDEX_VERSION = ANALYZER_VERSION * 256 + SEGMENT_FORMAT;
