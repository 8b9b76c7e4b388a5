// Stands in for sherpa-onnx-node 1.13 where no model can be had: the same classes and shapes, no recognition.
const { existsSync } = require('node:fs');

class OfflineRecognizer {
  static async createAsync(config) {
    const recognizer = new OfflineRecognizer();
    recognizer.config = config;
    const { tokens, ...rest } = config.modelConfig;
    // Beside the kind of model stand numbers and words: threads, provider, debug.
    const [kind, files] = Object.entries(rest).find(([, value]) => typeof value === 'object');
    recognizer.kind = kind;
    recognizer.isSlow = existsSync(`${tokens}.slow`);
    recognizer.times = 0;
    const paths = [tokens, ...Object.values(files).filter((value) => String(value).endsWith('.onnx'))];
    if (!paths.every((path) => existsSync(path))) throw new Error('Please check your config!');
    if (existsSync(`${tokens}.broken`)) throw new Error('Please check your config!');
    return recognizer;
  }
  setConfig(config) {
    this.config = config;
  }
  createStream() {
    return {
      acceptWaveform({ samples, sampleRate }) {
        if (!(samples instanceof Float32Array)) throw new TypeError('samples');
        this.seconds = samples.length / sampleRate;
        this.loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      },
    };
  }
  async decodeAsync(stream) {
    if (stream.seconds > 60) process.abort();
    // Slow, and tells how often it was asked.
    if (this.isSlow) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { text: `صوت ${++this.times}`, timestamps: [], tokens: [] };
    }
    const { language = '' } = this.config.modelConfig[this.kind];
    const heard = stream.loudest > 0.01 ? 'صوت' : 'صمت';
    const text = ` ${heard} ${stream.seconds.toFixed(1)} ${language}`;
    return { lang: '', emotion: '', event: '', text, timestamps: [0.1], durations: [], tokens: [heard], words: [] };
  }
}

module.exports = { OfflineRecognizer };
