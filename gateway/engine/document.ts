/**
 * What reading a source yields, whatever its format was: blocks in reading order.
 * Readers (`gateway/engine/reading`) produce it, splitting (`gateway/engine/splitting`) turns it into passages.
 * Text is plain, in logical order, NFC, without bidi controls that the source did not need.
 */
export type Block = BlockContent & { lines?: LineBox[] };

/** Where a line of a PDF stands, in order: its page, and left, bottom, right, top in points of the page's own space. */
export type LineBox = [page: number, left: number, bottom: number, right: number, top: number];

type BlockContent =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; text: string; page?: number }
  | { kind: 'paragraph'; text: string; page?: number; pageBreaks?: PageBreak[] }
  /** `ordinal`: the number of an item of an ordered list, with its mark: `3.`; absent where `text` begins with it. */
  | { kind: 'list-item'; text: string; ordinal?: string; page?: number; pageBreaks?: PageBreak[] }
  /** `continues`: its rows go on with the table of the block before, whose header it repeats. */
  | {
      kind: 'table';
      header?: string[];
      rows: string[][];
      page?: number;
      continues?: true;
      pageBreaks?: PageBreak[];
    };

/** Where a block that begins on `page` goes on on a later one: UTF-16 offset of its text, or index of a table's row. */
export interface PageBreak {
  offset: number;
  page: number;
}

/** A thing worth telling about a source that could be read all the same. `parameters` are numbers or short words. */
export interface ReadWarning {
  code:
    | 'encoding-guessed'
    | 'letters-scrambled'
    | 'letters-damaged'
    | 'hidden-text-dropped'
    | 'struck-text-dropped'
    | 'text-left-out'
    | 'frames-skipped'
    | 'filtered-rows-read'
    | 'formulas-without-value'
    | 'attachments-skipped'
    | 'pictures-skipped'
    | 'pages-without-text'
    | 'read-by-ocr'
    | 'parts-skipped'
    | 'truncated';
  parameters?: Record<string, string | number>;
}

/** A document as its reader understood it: blocks in reading order, and what went wrong with them. */
export interface ReadDocument {
  /** The document's own title, when it states one (metadata, `<title>`), else absent. */
  title?: string;
  blocks: Block[];
  /** Scripts or frames of a page may show text that is not in it. */
  isFilledLater?: true;
  /** Number of pages, slides or sheets; absent where the format has none. */
  pages?: number;
  warnings: ReadWarning[];
  /** Set by `readDocument` for every source; the reader of a format puts in what it alone can know. */
  health?: ReadHealth;
}

/** What is known of a document beside its blocks. */
export type DocumentFacts = Omit<ReadDocument, 'blocks'>;

/** Some blocks of a document in reading order, and how much of it has been read with them, 0..1. */
export interface BlockBatch {
  blocks: Block[];
  share: number;
  /** The document's own title, as far as it is known by the first blocks; the facts have it at the end. */
  title?: string;
}

/** A document that is read bit by bit: no more of it than a batch is held. The facts come after the last batch. */
export type DocumentStream = Generator<BlockBatch, DocumentFacts> | AsyncGenerator<BlockBatch, DocumentFacts>;

/**
 * How the text of a source was found and what was done to it: what the unit page shows as its Arabic health.
 * Bounded whatever the document holds: one item a code, counts up to `HEALTH_LIMITS.count`.
 */
export interface ReadHealth {
  /** Encoding of the text; absent for formats with a fixed encoding. */
  encoding?: HealthEncoding;
  /** By letters, largest first, shares of all letters 0..1 that sum to at most 1. Set by `readDocument`. */
  languages?: HealthLanguage[];
  items: HealthItem[];
}

/** The character encoding of a text file, and how it was found. */
export interface HealthEncoding {
  /** WHATWG label: `utf-8`, `windows-1256`, ... */
  label: string;
  /** A byte order mark, the transport's header, the document's own declaration, strict UTF-8, or a statistical guess. */
  evidence: 'mark' | 'transport' | 'declaration' | 'utf-8' | 'guess';
  /** Percent: 100 unless guessed. */
  confidence: number;
  /** What was declared and found to be wrong. */
  declared?: string;
}

/** A language of a document and its share of the text, 0..1. */
export interface HealthLanguage {
  /** BCP 47 (`ar`, `fa`, `en`, ...), `und` where only the script is known. */
  language: string;
  /** ISO 15924: `Arab`, `Latn`, ... */
  script: string;
  share: number;
}

/**
 * What a health item counts, and in what:
 * `reversed-lines` lines stored in the order they are seen · `presentation-forms` letters stored as their shapes ·
 * `split-letters` words whose letters or ligatures stood apart · `tatweel` strokes that only stretch a line ·
 * `mojibake` stretches of text once decoded by the wrong table · `reversed-numbers` numbers stored back to front ·
 * `broken-letters` glyphs or characters whose letter is lost · `missing-text` pages or parts without readable text ·
 * `hidden-text` characters that readers of the document cannot see · `repeated-lines` running titles, page numbers ·
 * `struck-text` characters that the author deleted or struck out · `left-out-text` characters beside the content of a page ·
 * `filtered-rows` rows that a filter hides, which are read · `formulas-without-value` formulas without a stored result ·
 * `ocr-pages` pages read by character recognition · `model-directed-text` orders to a language model and control words.
 */
export type HealthCode =
  | 'reversed-lines'
  | 'presentation-forms'
  | 'split-letters'
  | 'tatweel'
  | 'mojibake'
  | 'reversed-numbers'
  | 'broken-letters'
  | 'missing-text'
  | 'hidden-text'
  | 'struck-text'
  | 'left-out-text'
  | 'filtered-rows'
  | 'formulas-without-value'
  | 'repeated-lines'
  | 'ocr-pages'
  | 'model-directed-text';

/** One kind of finding in a document: how often, where, and what became of it. */
export interface HealthItem {
  code: HealthCode;
  found: number;
  /** How many of them were put right or, where that is right (hidden, repeated), left out. The rest wants a look. */
  repaired: number;
  /** 1-based pages, slides or sheets they lie on: the first few. */
  pages?: number[];
  /** Percent: mean confidence of what was recognised or repaired, where that is known. */
  confidence?: number;
  /** As it stood in the source, and as it is kept; `after` is empty when it was left out. */
  samples: HealthSample[];
}

/** A text before and after its repair. */
export interface HealthSample {
  before: string;
  after: string;
}

/** Bounds of a health report; samples are counted an item, characters a side of a sample. */
export const HEALTH_LIMITS = {
  samples: 5,
  characters: 120,
  pages: 20,
  languages: 6,
  count: 999_999_999,
} as const;

/** Why a source could not be read. Each has words in both languages, with what to do next. */
export type ReadFailureCode =
  | 'empty-file'
  | 'file-changed'
  | 'no-text'
  | 'encoding-unknown'
  | 'sign-in-page'
  | 'error-page'
  | 'blocked-page'
  | 'page-without-text'
  | 'pictures-of-text'
  | 'pictures-unreadable'
  | 'letters-scrambled'
  | 'password-protected'
  | 'damaged'
  | 'not-readable-type'
  | 'too-large-inside'
  | 'too-deep'
  | 'out-of-memory'
  | 'timeout'
  | 'reader-crashed'
  | 'indexing-interrupted';

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

/** Readable formats, by file extension. */
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
  'eml',
  'mht',
  'xml',
] as const;
export type ReadableFormat = (typeof READABLE_FORMATS)[number];

/** A passage as splitting makes it, before it is stored. */
export interface Passage {
  /** 0, 1, 2, ... in reading order within its source. */
  ordinal: number;
  text: string;
  /** Heading path joined by ` › `; empty when nothing stands above it. On the wire: `metadata['Section Title']`. */
  sectionTitle: string;
  /** 1-based page, slide or sheet on which it stands, where the format has them. */
  page?: number;
  /** Blocks of the source's reading that it is made of, from 0, ends included; absent where no reading is kept. */
  firstBlock?: number;
  lastBlock?: number;
}

/** What is known about the bytes beside the bytes themselves. */
export interface ReadHint {
  /** Name the file was uploaded under; used to tell text formats apart, never shown. */
  fileName?: string;
  /** Character set that the transport declared (HTTP `Content-Type`), if any. */
  charset?: string;
  /**
   * Address of a fetched page, which is refused when it is a sign-in page, a wall, an error page or a shell. Absent for
   * files, and for a page that a person took as it is.
   */
  pageUrl?: string;
  /** Reasons for which this page is not refused. */
  accepted?: readonly string[];
}
