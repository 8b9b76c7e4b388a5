import type { PixelBox } from './recogniser.ts';
import type { TesseractPage } from './tesseract-page.ts';

/** What of the engine's C++ interface is used here; the package has no types. */
interface TesseractApi {
  Init(path: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Takes `/input` of the engine's own file system; 0 when it could be decoded. */
  SetImageFile(orientation: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  SetRectangle(left: number, top: number, width: number, height: number): void;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  Clear(): void;
}

interface TesseractModule {
  TessBaseAPI: new () => TesseractApi;
  FS: { writeFile(path: string, data: Uint8Array): void };
}

/** The factory that `tesseract.js-core/*.js` exports. */
export type TesseractCore = (options: Record<string, unknown>) => Promise<TesseractModule>;

/** Program and language data of the engine, loaded by the caller: the engine fetches no files. */
export interface TesseractParts {
  core: TesseractCore;
  wasm: Uint8Array;
  /** Unpacked `traineddata`. */
  arabic: Uint8Array;
  english: Uint8Array;
}

/** One language's reader over the picture that was shown last. */
export interface LanguageReader {
  /** False when the picture cannot be decoded. */
  show(dpi: number): boolean;
  readPage(): TesseractPage;
  /** One line by itself. */
  readLine(box: PixelBox): TesseractPage;
  /** A single word. Confidence in percent. */
  readWord(box: PixelBox): { text: string; confidence: number };
  forget(): void;
}

const LSTM_ONLY = 1;
/** Finds columns and paragraphs by itself, without trying to turn the page. */
const WHOLE_PAGE = '3';
const ONE_LINE = '7';
const ONE_WORD = '8';
/** White around a word, without which its edges are not recognised. */
const MARGIN = 6;

/** Starts tesseract in this very process: it needs neither workers nor files nor network. */
export async function startEngine({ core, wasm, arabic, english }: TesseractParts) {
  const silent = () => undefined;
  const engine = await core({ wasmBinary: wasm, print: silent, printErr: silent, TesseractProgress: silent });

  const makeReader = (code: string, data: Uint8Array): LanguageReader => {
    engine.FS.writeFile(`./${code}.traineddata`, data);
    const api = new engine.TessBaseAPI();
    if (api.Init(null, code, LSTM_ONLY) !== 0) throw new Error(`tesseract could not load ${code}`);
    const recogniseIn = ({ left, top, right, bottom }: PixelBox, mode: string) => {
      api.SetVariable('tessedit_pageseg_mode', mode);
      const [x, y] = [Math.max(0, left - MARGIN), Math.max(0, top - MARGIN)];
      api.SetRectangle(x, y, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
      api.Recognize(null);
    };
    return {
      show(dpi) {
        if (api.SetImageFile(1, 0) !== 0) return false;
        api.SetSourceResolution(dpi);
        return true;
      },
      readPage() {
        api.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE);
        api.Recognize(null);
        return JSON.parse(api.GetJSONText(0)) as TesseractPage;
      },
      readLine(box) {
        recogniseIn(box, ONE_LINE);
        return JSON.parse(api.GetJSONText(0)) as TesseractPage;
      },
      readWord(box) {
        recogniseIn(box, ONE_WORD);
        return { text: api.GetUTF8Text(), confidence: api.MeanTextConf() };
      },
      forget: () => api.Clear(),
    };
  };

  return {
    arabic: makeReader('ara', arabic),
    english: makeReader('eng', english),
    /** Puts a picture file where both readers find it. */
    place: (file: Uint8Array) => engine.FS.writeFile('/input', file),
  };
}
