import type { ServerResponse } from 'node:http';
import type { Knowledge } from './knowledge.ts';
import type { Meter } from './meter.ts';
import type { FaultName } from './refusal.ts';
import type { Switches } from './switches.ts';

/** What every handler works with. */
export interface Context {
  switches: Switches;
  knowledge: Knowledge;
  meter: Meter;
  /** Origin and prefix. */
  baseUrl: string;
}

/** One call of an endpoint, authenticated, its body read. */
export interface Call {
  /** Parsed JSON, or the text fields of a form. */
  body: Record<string, unknown>;
  /** The file of a form. */
  file: File | undefined;
  /** The last segment of the path, decoded. */
  segment: string;
  response: ServerResponse;
  /** Of a stream that is to be cut or to hang. */
  fault: FaultName | undefined;
}

export type Handler = (context: Context, call: Call) => Promise<void> | void;
