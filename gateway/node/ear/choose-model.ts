import { join } from 'node:path';

/** `modelConfig` of sherpa-onnx: which kind of model, and where its files are. */
export interface EarModel {
  kind: string;
  /** Files and settings by the kind's own names, such as `{ encoder, decoder }`. */
  files: Record<string, string | number>;
  tokens: string;
  /** Whether it is told the language that is spoken. */
  takesLanguage: boolean;
}

/** Models of one file, by a word that the folder or the file has in its name, as the project publishes them. */
const SINGLE: [word: string, kind: string][] = [
  ['sense-voice', 'senseVoice'],
  ['sensevoice', 'senseVoice'],
  ['paraformer', 'paraformer'],
  ['zipformer', 'zipformerCtc'],
  ['omnilingual', 'omnilingual'],
  ['dolphin', 'dolphin'],
  ['wenet', 'wenetCtc'],
  ['medasr', 'medasr'],
  ['nemo', 'nemoCtc'],
  ['parakeet', 'nemoCtc'],
  ['ctc', 'nemoCtc'],
];

/**
 * The model in a folder, by the names that its files have where sherpa-onnx publishes them; smaller ones (`.int8`) first.
 * Undefined when they are those of no known kind.
 */
export function chooseModel(folder: string, names: readonly string[]): EarModel | undefined {
  const find = (pattern: RegExp): string | undefined => {
    const found = names.filter((name) => pattern.test(name)).sort();
    const small = found.find((name) => name.includes('.int8.'));
    const chosen = small ?? found[0];
    return chosen === undefined ? undefined : join(folder, chosen);
  };
  const tokens = find(/^(?:.*-)?tokens\.txt$/);
  if (tokens === undefined) return undefined;
  const encoder = find(/^(?:.*-)?encoder.*\.onnx$/);
  const decoder = find(/^(?:.*-)?decoder.*\.onnx$/);
  const joiner = find(/^(?:.*-)?joiner.*\.onnx$/);
  const preprocessor = find(/^preprocess.*\.onnx$/);
  const moonshine = {
    encoder: find(/^encode\..*onnx$/),
    uncachedDecoder: find(/^uncached_decode.*\.onnx$/),
    cachedDecoder: find(/^cached_decode.*\.onnx$/),
  };
  const whole = (kind: string, files: Record<string, string | undefined>, more: Partial<EarModel> = {}) =>
    Object.values(files).every((file) => file !== undefined)
      ? { kind, files: files as Record<string, string>, tokens, takesLanguage: false, ...more }
      : undefined;
  if (preprocessor !== undefined) return whole('moonshine', { preprocessor, ...moonshine });
  if (joiner !== undefined) return whole('transducer', { encoder, decoder, joiner });
  const title = `${folder} ${names.join(' ')}`.toLowerCase();
  if (encoder !== undefined) {
    if (title.includes('fire-red')) return whole('fireRedAsr', { encoder, decoder });
    if (title.includes('canary')) return whole('canary', { encoder, decoder });
    return whole('whisper', { encoder, decoder }, { takesLanguage: true });
  }
  const model = find(/^(?:.*-)?model.*\.onnx$/);
  const kind = SINGLE.find(([word]) => title.includes(word))?.[1];
  if (model === undefined || kind === undefined) return undefined;
  const isSense = kind === 'senseVoice';
  return {
    kind,
    files: { model, ...(isSense ? { useInverseTextNormalization: 1 } : {}) },
    tokens,
    takesLanguage: false,
  };
}
