/**
 * Changes whenever the same text would give other words, stems or sentences than before.
 * It is written into every segment: a segment of another version is rebuilt, never searched.
 */
export const ANALYZER_VERSION = 2;
