/** Pages of one document that are read from pictures, at two to four seconds each; the rest stays without text. */
export const MAX_OCR_PAGES = 300;

/** A grey picture to read: one byte a pixel, 0 black, rows from the top without padding. */
export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Pixels an inch. */
  dpi: number;
}

/** Pixels, from the left and from the top. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A word that was recognised in a picture. */
export interface RecognisedWord {
  /** Logical order. */
  text: string;
  /** Percent. */
  confidence: number;
  box: PixelBox;
}

/** Words of one line, in reading order. */
export interface RecognisedLine {
  words: RecognisedWord[];
  box: PixelBox;
}

/** Reads pictures of text. */
export interface Recogniser {
  /** Lines in reading order; empty where no text can be made out. Takes seconds and does not yield. */
  recognise(image: GreyImage): RecognisedLine[];
}

/** What readers may use beside the bytes; all of it is absent where recognition is switched off. */
export interface ReadTools {
  /** Starts the recogniser when the first picture wants it. */
  startRecogniser?: () => Promise<Recogniser>;
  /** Called before each picture with its number, from 1, and the number of pictures. */
  onPicture?: (picture: number, total: number) => void;
}

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
