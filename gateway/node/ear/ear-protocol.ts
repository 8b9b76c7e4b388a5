import type { EarModel } from './choose-model.ts';

/** What the process of a model is started with, as its one argument in JSON. */
export interface EarStart {
  /** Name or path of the module that has the shape of `sherpa-onnx-node`. */
  module: string;
  model: EarModel;
  threads: number;
}

/** A piece of sound to be heard; samples of -1 to 1 at 16,000 Hz. */
export interface EarOrder {
  id: number;
  samples: Float32Array;
  language: string;
}

/** Nobody waits for that piece any more. */
export interface EarDrop {
  drop: number;
}

export type EarReply =
  | { ready: true }
  | { broken: string }
  | { id: number; text: string; tokens: string[]; timestamps: number[] }
  | { id: number; failed: string };
