/**
 * What reading a source yields, whatever its format was: blocks in reading order.
 * Readers (`gateway/text/reading`) produce it, splitting (`gateway/text/splitting`) turns it into passages.
 * Text is plain, in logical order, NFC, without bidi controls that the source did not need.
 */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; text: string; page?: number }
  | { kind: 'paragraph' | 'list-item'; text: string; page?: number }
  | { kind: 'table'; header?: string[]; rows: string[][]; page?: number };

/** A thing worth telling about a source that could be read all the same. `parameters` are numbers or short words. */
export interface ReadWarning {
  code:
    | 'encoding-guessed'
    | 'letters-scrambled'
    | 'letters-damaged'
    | 'hidden-text-dropped'
    | 'pages-without-text'
    | 'parts-skipped'
    | 'truncated';
  parameters?: Record<string, string | number>;
}

export interface ReadDocument {
  /** The document's own title, when it states one (metadata, `<title>`), else absent. */
  title?: string;
  blocks: Block[];
  /** Number of pages, slides or sheets; absent where the format has none. */
  pages?: number;
  warnings: ReadWarning[];
}

/** Why a source could not be read. Each has words in both languages, with what to do next. */
export type ReadFailureCode =
  | 'empty-file'
  | 'no-text'
  | 'pictures-of-text'
  | 'letters-scrambled'
  | 'password-protected'
  | 'damaged'
  | 'not-readable-type'
  | 'too-large-inside'
  | 'too-deep'
  | 'out-of-memory'
  | 'took-too-long'
  | 'reader-crashed';

/** Thrown by readers; carries a code for people and never the text of the document. */
export class ReadFailure extends Error {
  readonly code: ReadFailureCode;
  readonly parameters: Record<string, string | number>;
  constructor(code: ReadFailureCode, parameters: Record<string, string | number> = {}) {
    super(code);
    this.name = 'ReadFailure';
    this.code = code;
    this.parameters = parameters;
  }
}

/** Formats that become text, by the extension that names them. */
export const READABLE_FORMATS = [
  'pdf',
  'docx',
  'txt',
  'rtf',
  'html',
  'md',
  'odt',
  'pptx',
  'xlsx',
  'csv',
  'epub',
] as const;
export type ReadableFormat = (typeof READABLE_FORMATS)[number];

/** A passage as splitting makes it, before it is stored. */
export interface Passage {
  /** 0, 1, 2, ... in reading order within its source. */
  ordinal: number;
  text: string;
  /** Heading path joined by ` › `; empty when nothing stands above it. On the wire: `metadata['Section Title']`. */
  sectionTitle: string;
  /** 1-based page, slide or sheet on which it begins, where the format has them. */
  page?: number;
}
