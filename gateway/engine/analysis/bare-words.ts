/**
 * What dialects write on to a word and the standard language does not, with the word in the brackets: "this" and "on the"
 * before a noun; the mark of the future and the person before a verb; negation around a verb. Lengths keep words like
 * عالمية whole.
 */
const WRITTEN_ON = [
  /^[وف]?[بلعك]?هال(.{3,})$/u,
  /^[وف]?عال(.{4,})$/u,
  /^[وف]?(?:ح|ه|غ)[يتن](.{3,})$/u,
  /^(?:ما|م)?ب?[يتن](.{3,})ش$/u,
  /^(?:ما|م)(.{3,})ش$/u,
];

/** A normalised Arabic word without its clitics; an empty list for a word without visible clitics. */
export function bareWords(word: string): string[] {
  const bare = new Set<string>();
  for (const pattern of WRITTEN_ON) {
    const [, rest] = pattern.exec(word) ?? [];
    if (rest !== undefined) bare.add(rest);
  }
  return [...bare];
}
