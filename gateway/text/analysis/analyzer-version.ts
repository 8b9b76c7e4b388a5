/**
 * Changes whenever the same text would give other words, stems or sentences than before.
 * It is stored with every segment: one of another version is rebuilt in the background, and serves meanwhile.
 */
export const ANALYZER_VERSION = 3;
