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

export interface RecognisedWord {
  /** Logical order. */
  text: string;
  /** Percent. */
  confidence: number;
  box: PixelBox;
}

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
  /** Told before each picture: which one it is, from 1, and how many there are. */
  onPicture?: (at: number, of: number) => void;
}
