import type { RecognisedLine } from './recogniser.ts';

/** Mean confidence of words in percent, by letters; 0 without any. */
export function meanConfidence(lines: RecognisedLine[]): number {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap((line) => line.words)) {
    letters += text.length;
    sum += confidence * text.length;
  }
  return letters === 0 ? 0 : sum / letters;
}
