import type { KnownMatch } from '#src/api/client/known.ts';

/** What a row may ask of the page; the same functions for every row. */
export type RowActions = {
  cancel: (key: string) => void;
  /** `repeats`: how often it was tried again by itself. */
  retry: (key: string, repeats?: number) => void;
  remove: (key: string) => void;
  replace: (key: string, file: File) => void;
  suggestTitle: (key: string) => void;
  replaceIn: (key: string, match: KnownMatch, sourceId: number) => void;
  /** Adds it beside what the bot has, under a title that is free. */
  keepBoth: (key: string, match: KnownMatch) => void;
  /** Adds it although it cannot be read. */
  insist: (key: string) => void;
  register: (key: string, repeats?: number) => void;
  stopRepeat: (key: string) => void;
  onTextChange: (key: string) => void;
};
