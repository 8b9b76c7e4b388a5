/** Runs in the browser's audio thread: passes the microphone's samples on in batches. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const BATCH_SAMPLES = 2048;

class Capture extends AudioWorkletProcessor {
  #batch = new Float32Array(BATCH_SAMPLES);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (channel === undefined) return true;
    if (this.#filled + channel.length > BATCH_SAMPLES) this.#send();
    this.#batch.set(channel, this.#filled);
    this.#filled += channel.length;
    return true;
  }

  #send(): void {
    const samples = this.#batch.subarray(0, this.#filled).slice();
    this.port.postMessage(samples, [samples.buffer]);
    this.#filled = 0;
  }
}

registerProcessor('capture', Capture);
