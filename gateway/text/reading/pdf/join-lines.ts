const LATIN_END = /\p{Script=Latin}$/u;
/** A word that is part of an address: no hyphen of it is the layout's. */
const ADDRESS_END = /(?:@|:\/\/|www\.)[^\s]*$/u;
const LOWER_START = /^\p{Ll}/u;
const DIGIT_START = /^[\p{Nd}\p{Lu}]/u;

/** Joins the lines of one paragraph: a space between them, a hyphen at the end taken for what it most likely is. */
export function joinLines(lines: string[]): string {
  let joined = '';
  for (const line of lines) {
    if (joined === '') {
      joined = line;
      continue;
    }
    if (joined.endsWith('\u00ad')) joined = joined.slice(0, -1) + line;
    else if (joined.endsWith('-')) joined = joinAtHyphen(joined, line);
    else joined += ` ${line}`;
  }
  return joined.replaceAll('\u00ad', '');
}

/** `infor-` `mation` was cut by the layout; `REF-` `2025` and `Jean-` `Paul` carry their hyphen; a dash stays a dash. */
function joinAtHyphen(before: string, line: string): string {
  const stem = before.slice(0, -1);
  if (ADDRESS_END.test(stem)) return before + line;
  if (LATIN_END.test(stem) && LOWER_START.test(line)) return stem + line;
  if (/[\p{L}\p{N}]$/u.test(stem) && (DIGIT_START.test(line) || LOWER_START.test(line))) return before + line;
  return `${before} ${line}`;
}
