import type { PixelBox, RecognisedLine, RecognisedWord } from './recogniser.ts';

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The engine's own description of a page, as far as it is used. */
export interface TesseractPage {
  blocks: {
    paragraphs: {
      lines: { bbox: Box; words: { text: string; confidence: number; bbox: Box }[] }[];
    }[];
  }[];
}

/** Its lines in reading order. */
export function readLines(page: TesseractPage): RecognisedLine[] {
  return page.blocks
    .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
    .map((line) => ({ words: line.words.map(readWord), box: toBox(line.bbox) }))
    .map((line) => ({ ...line, words: line.words.filter(({ text }) => text !== '') }));
}

function readWord(word: { text: string; confidence: number; bbox: Box }): RecognisedWord {
  return { text: cleanWord(word.text), confidence: word.confidence, box: toBox(word.bbox) };
}

/** The engine puts direction marks around words, which say what the words say themselves. */
export function cleanWord(text: string): string {
  return text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function toBox({ x0, y0, x1, y1 }: Box): PixelBox {
  return { left: x0, top: y0, right: x1, bottom: y1 };
}
