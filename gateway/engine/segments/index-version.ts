import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { SEGMENT_FORMAT } from './segment.ts';

/**
 * Changes whenever the same text would give other words, stems or sentences than before.
 * It is stored with every segment: one of another version is rebuilt in the background, and serves meanwhile.
 */
const ANALYZER_VERSION = 7;

/** Index versions with the same remainder differ by their reader alone. */
export const READER_STEP = 256 * 256;

/**
 * Stored with every segment: the versions of reader, analyser and format. A unit whose segment has another analyser or format
 * is indexed again in the background; until then the old segment serves when it has the same format, and its unit counts as
 * not ready when it has another. Another reader alone makes a unit outdated only where no readings of its text are kept.
 */
export const INDEX_VERSION = READER_VERSION * READER_STEP + ANALYZER_VERSION * 256 + SEGMENT_FORMAT;
