import {
  type GreyImage,
  meanConfidence,
  type RecognisedLine,
  type RecognisedWord,
  type Recogniser,
} from './recogniser.ts';
import { type LanguageReader, startEngine, type TesseractParts } from './tesseract-engine.ts';
import { cleanWord, readLines } from './tesseract-page.ts';

/** Below this a page was most likely read by the wrong language's letters. */
const MIN_PAGE_CONFIDENCE = 70;
/** Below this a line of such a page may be in the other language. */
const MIN_LINE_CONFIDENCE = 65;
/** Below this a word is read again by the other language's letters; its reading must be surer by `MIN_CONFIDENCE_GAIN`. */
const MIN_WORD_CONFIDENCE = 82;
const MIN_CONFIDENCE_GAIN = 8;
/** Certainty that a second reading needs, by its letters: one or two are easily imagined. */
const MIN_SECOND_CONFIDENCE = 75;
const MIN_SHORT_CONFIDENCE = 90;
/** Words read again on one page: each costs about 15 ms. */
const MAX_REREAD_WORDS = 200;

/**
 * A recogniser of Arabic and English. Each page is read by one language's letters, and only words that came out
 * unsure by the other's: both at once cost twice the time and take Arabic words for Latin ones.
 */
export async function startTesseract(parts: TesseractParts): Promise<Recogniser> {
  const { arabic, english, place } = await startEngine(parts);
  let likelier: LanguageReader = arabic;

  const readPicture = (file: Uint8Array, dpi: number): RecognisedLine[] | undefined => {
    place(file);
    const rarer = likelier === arabic ? english : arabic;
    try {
      if (!likelier.show(dpi)) return undefined;
      const first = readLines(likelier.readPage());
      const sure = meanConfidence(first);
      if (sure >= MIN_PAGE_CONFIDENCE || !rarer.show(dpi)) return readAgain(first, rarer, dpi);
      const second = readLines(rarer.readPage());
      if (meanConfidence(second) <= sure) return readAgain(first, rarer, dpi);
      [likelier] = [rarer];
      return readAgain(second, rarer === arabic ? english : arabic, dpi);
    } finally {
      arabic.forget();
      english.forget();
    }
  };

  const readAgain = (lines: RecognisedLine[], by: LanguageReader, dpi: number): RecognisedLine[] => {
    if (!lines.some((line) => line.words.some(isDoubtful)) || !by.show(dpi)) return lines;
    let wordsToReread = MAX_REREAD_WORDS;
    return lines.map((line) => {
      const doubtful = line.words.filter(isDoubtful).length;
      if (doubtful === 0 || wordsToReread < doubtful) return line;
      wordsToReread -= doubtful;
      const whole = meanConfidence([line]) < MIN_LINE_CONFIDENCE ? readLineAgain(line, by) : line;
      if (whole !== line) return whole;
      return { ...line, words: line.words.map((word) => readWordAgain(word, by, by === arabic)) };
    });
  };

  return { recognise: (image) => readPicture(asPgm(image), image.dpi) ?? [] };
}

function isDoubtful({ text, confidence }: RecognisedWord): boolean {
  return confidence < MIN_WORD_CONFIDENCE && /[\p{L}\p{N}]/u.test(text);
}

/** A line in the other language: its words are recognised well only together. */
function readLineAgain(line: RecognisedLine, by: LanguageReader): RecognisedLine {
  const words = readLines(by.readLine(line.box)).flatMap((rereadLine) => rereadLine.words);
  const again = { ...line, words };
  return meanConfidence([again]) >= meanConfidence([line]) + MIN_CONFIDENCE_GAIN ? again : line;
}

function readWordAgain(word: RecognisedWord, by: LanguageReader, asArabic: boolean): RecognisedWord {
  if (!isDoubtful(word)) return word;
  const { text, confidence } = by.readWord(word.box);
  const again = { ...word, text: cleanWord(text), confidence };
  return isBetter(again, word, asArabic) ? again : word;
}

function isBetter(again: RecognisedWord, word: RecognisedWord, asArabic: boolean): boolean {
  const arabic = again.text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = again.text.match(/[\p{Script=Latin}\d]/gu)?.length ?? 0;
  const letters = asArabic ? arabic : latin;
  if (letters === 0 || (asArabic ? latin : arabic) > 0) return false;
  const enough = letters > 2 ? MIN_SECOND_CONFIDENCE : MIN_SHORT_CONFIDENCE;
  return again.confidence >= enough && again.confidence >= word.confidence + MIN_CONFIDENCE_GAIN;
}

/** The plainest picture format the engine reads: a line of text before the pixels. */
function asPgm({ width, height, pixels }: GreyImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  return file;
}
