/** Cuts Markdown that comes some lines at a time into pieces that mean alone what they mean together. */
interface MdCutter {
  /** Pieces completed by these lines. */
  add(lines: readonly string[]): MdPiece[];
  end(): MdPiece[];
}

export interface MdPiece {
  text: string;
  /** Whether it begins with more rows of the table that ended the piece before. */
  continuesTable: boolean;
}

/** Characters after which a piece ends at the next block, and at the next line. */
const PIECE_CHARACTERS = 64 * 1024;
const MAX_PIECE_CHARACTERS = 4 * PIECE_CHARACTERS;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The row between the header of a table and its rows. */
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * A piece ends before a line that begins at the margin behind a blank one, between rows of a table, whose header begins
 * the next piece again, or, when there is no such place for long, between any lines; code stays code.
 */
export function createMdCutter(): MdCutter {
  let piece: string[] = [];
  let length = 0;
  let previous = '';
  /** The line that opened the code which is open. */
  let fence: string | undefined;
  /** Header and rule of the table that is open. */
  let head: readonly string[] = [];
  let continuesTable = false;

  function end(begin: readonly string[]): MdPiece {
    const text = [...piece, ...(fence === undefined ? [] : [markOf(fence)])].join('\n');
    const ended = { text, continuesTable };
    piece = [...begin];
    continuesTable = begin.length > 0 && begin === head;
    length = begin.reduce((sum, line) => sum + line.length + 1, 0);
    return ended;
  }
  const startsBefore = (line: string): readonly string[] | undefined => {
    if (length < PIECE_CHARACTERS) return undefined;
    const isPlace = fence === undefined && previous.trim() === '' && /^\S/.test(line);
    if (isPlace) return [];
    if (fence === undefined && head.length > 0) return head;
    if (length < MAX_PIECE_CHARACTERS) return undefined;
    return fence === undefined ? [] : [fence];
  };
  const follow = (line: string): void => {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = line;
    else if (mark !== undefined && fence !== undefined && mark.startsWith(markOf(fence))) fence = undefined;
    if (fence !== undefined || line.trim() === '') head = [];
    else if (head.length === 0 && previous.includes('|') && line.includes('-') && TABLE_RULE.test(line))
      head = [previous, line];
  };
  return {
    add(lines) {
      const pieces: MdPiece[] = [];
      for (const line of lines) {
        const begin = startsBefore(line);
        if (begin) pieces.push(end(begin));
        follow(line);
        piece.push(line);
        length += line.length + 1;
        previous = line;
      }
      return pieces;
    },
    end: () => (piece.length > 0 ? [end([])] : []),
  };
}

const markOf = (fence: string): string => FENCE.exec(fence)?.[1] ?? '```';
