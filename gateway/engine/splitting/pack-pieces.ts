/** Text of a passage, or a part of it, and the page on which it stands. */
interface PackedText {
  text: string;
  page: number | undefined;
}

/** A part of a passage. */
export interface Piece extends PackedText {
  /** Number of the block that it is of. */
  block: number;
}

/** Numbers of the first and the last block of a passage. */
export interface BlockRange {
  firstBlock: number;
  lastBlock: number;
}

/** UTF-16 units that a passage has at most, but for a short tail that joins it. */
export const MAX_PASSAGE_CHARACTERS = 1_100;
/** A last piece shorter than this joins the one before, which may then grow by as much. */
const MIN_TAIL_CHARACTERS = 220;

/** Packs the pieces of one section after the other into passages, holding no more than the last two. */
interface PiecePacker {
  add(piece: Piece): void;
  /** Ends the section: what comes next begins another passage. */
  close(): void;
}

/**
 * Whole pieces of one page up to the length of a passage; `emit` takes the passages in order. A passage ends with its
 * page, slide or sheet, because answers cite the page of a passage for all of its text.
 */
export function createPiecePacker(emit: (passage: PackedText & BlockRange) => void): PiecePacker {
  /** Full, and held back until it is known whether the end of the section joins it. */
  let previous: Piece[] = [];
  let current: Piece[] = [];
  const emitGroup = (group: readonly Piece[]): void => {
    const [first] = group;
    if (!first) return;
    const text = group.map((piece) => piece.text).join('\n');
    const lastBlock = group.at(-1)?.block ?? first.block;
    emit({ text, page: first.page, firstBlock: first.block, lastBlock });
  };
  const endPassages = (): void => {
    const joins =
      previous.length > 0 &&
      lengthOf(current) < MIN_TAIL_CHARACTERS &&
      lengthOf(previous) + lengthOf(current) < MAX_PASSAGE_CHARACTERS + MIN_TAIL_CHARACTERS;
    emitGroup(joins ? [...previous, ...current] : previous);
    if (!joins) emitGroup(current);
    previous = [];
    current = [];
  };
  return {
    add(piece) {
      if (current.length > 0 && current[0]?.page !== piece.page) endPassages();
      if (current.length > 0 && lengthOf(current) + 1 + piece.text.length > MAX_PASSAGE_CHARACTERS) {
        emitGroup(previous);
        previous = current;
        // What announces a list or table belongs to its beginning.
        const last = current.at(-1);
        const announces = current.length > 1 && last && /[:：]$/u.test(last.text);
        current =
          announces && last.text.length + piece.text.length < MAX_PASSAGE_CHARACTERS
            ? current.splice(-1)
            : [];
      }
      current.push(piece);
    },
    close: endPassages,
  };
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((length, { text }) => length + text.length, Math.max(0, pieces.length - 1));
}
