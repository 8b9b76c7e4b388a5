import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/**
 * Changes whenever the same text would give other words, stems or sentences than before.
 * It is stored with every segment: one of another version is rebuilt in the background, and serves meanwhile.
 */
const ANALYZER_VERSION = 7;

/**
 * Stored with every segment: the versions of reader, analyser and format, each in a byte or more of its own. A unit whose
 * segment has another number is read and indexed again in the background; until then the old segment serves when it has
 * the same format, and its unit counts as not ready when it has another.
 */
export const INDEX_VERSION = (READER_VERSION * 256 + ANALYZER_VERSION) * 256 + SEGMENT_FORMAT;
