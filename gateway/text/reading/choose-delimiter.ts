const DELIMITERS = [',', ';', '\t', '|', '،', '؛'];

/** The delimiter that parts most of the first lines into the same number of cells, and into most cells. */
export function chooseDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length);
    const usual = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 1;
    const even = counts.filter((count) => count === usual).length / Math.max(counts.length, 1);
    return { delimiter, score: usual > 1 ? even * (1 + Math.min(usual, 20) / 100) : 0 };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.delimiter : ',';
}
