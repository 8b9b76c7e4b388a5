import { createRequire } from 'node:module';
import { sealProcess } from '#gateway/node/reader/seal-process.ts';
import type { EarDrop, EarOrder, EarReply, EarStart } from './ear-protocol.ts';

/** What is used of `sherpa-onnx-node` 1.13. */
interface Recognizer {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: unknown): Promise<{ text?: string; tokens?: string[]; timestamps?: number[] }>;
  setConfig(config: unknown): void;
}
interface Sherpa {
  OfflineRecognizer: { createAsync(config: unknown): Promise<Recognizer> };
}

const SAMPLE_RATE = 16_000;
const start = JSON.parse(process.argv[2] ?? '') as EarStart;
const tell = (reply: EarReply): void => void process.send?.(reply);

function configFor(language: string) {
  const { kind, files, tokens, takesLanguage } = start.model;
  const model = { ...files, ...(takesLanguage ? { language, task: 'transcribe', tailPaddings: -1 } : {}) };
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { [kind]: model, tokens, numThreads: start.threads, provider: 'cpu', debug: 0 },
  };
}

/** Loads the model, then hears one piece after another, for as long as the gateway lives. */
async function main(): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  let recognizer: Recognizer;
  try {
    const sherpa = createRequire(import.meta.url)(start.module) as Sherpa;
    sealProcess();
    recognizer = await sherpa.OfflineRecognizer.createAsync(configFor(''));
  } catch (error) {
    tell({ broken: error instanceof Error ? error.message : String(error) });
    return;
  }
  let spoken = '';
  let last = Promise.resolve();
  const dropped = new Set<number>();
  let at = 0;
  process.on('message', (order: EarOrder | EarDrop) => {
    if ('id' in order) last = last.then(() => hear(order));
    else if (order.drop > at) dropped.add(order.drop);
  });
  tell({ ready: true });

  async function hear({ id, samples, language }: EarOrder): Promise<void> {
    at = id;
    if (dropped.delete(id)) return;
    try {
      if (start.model.takesLanguage && language !== spoken) recognizer.setConfig(configFor(language));
      spoken = language;
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
      const { text = '', tokens = [], timestamps = [] } = await recognizer.decodeAsync(stream);
      tell({ id, text, tokens, timestamps });
    } catch (error) {
      tell({ id, failed: error instanceof Error ? error.message : String(error) });
    }
  }
}

await main();
