import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Recogniser } from '#gateway/engine/reading/ocr/recogniser.ts';
import { startTesseract } from '#gateway/engine/reading/ocr/tesseract.ts';
import type { TesseractCore } from '#gateway/engine/reading/ocr/tesseract-engine.ts';

const require = createRequire(import.meta.url);
/** Builds of the engine, the fastest first; each runs where its instructions are known. */
const BUILDS = ['relaxedsimd-lstm', 'simd-lstm', 'lstm'];

/** Starts the recogniser from installed packages, within what the reader process may read. */
export async function startRecogniser(): Promise<Recogniser> {
  const { build, wasm } = chooseBuild();
  return startTesseract({
    core: require(`tesseract.js-core/tesseract-core-${build}.js`) as TesseractCore,
    wasm,
    arabic: readLetters('ara'),
    english: readLetters('eng'),
  });
}

function chooseBuild(): { build: string; wasm: Uint8Array<ArrayBuffer> } {
  for (const build of BUILDS) {
    const wasm = new Uint8Array(readInstalled(`tesseract.js-core/tesseract-core-${build}.wasm`));
    if (WebAssembly.validate(wasm)) return { build, wasm };
  }
  throw new Error('this machine cannot run tesseract');
}

function readLetters(language: string): Uint8Array {
  const file = `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`;
  return gunzipSync(readInstalled(file));
}

function readInstalled(file: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(file)));
}
