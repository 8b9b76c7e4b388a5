/** Grows whenever the same bytes would give another text than before. */
export const READER_VERSION = 2;
