import type { ModelPurpose } from '#contract/models.ts';

/**
 * An event for the metrics. Holds no text that people wrote (no key, title, question or address), and only values of low
 * cardinality.
 */
export type MetricEvent =
  | {
      what: 'call-began';
    }
  | {
      /** The response was made; of a stream its first event, the rest follows. */
      what: 'call-ended';
      /** Id in the registry; undefined where the path is none of the interface's. */
      endpoint: string | undefined;
      status: number;
      /** Code of the fault; undefined when there was none. */
      fault: string | undefined;
      /** The bot of the call, once its key was found good for it. */
      botId: number | undefined;
      ledger: string;
      seconds: number;
      /** True when `stream-ended` follows. */
      streams: boolean;
    }
  | {
      /** The last byte of a stream is out, or nobody takes it any more. */
      what: 'stream-ended';
      endpoint: string | undefined;
      /** `left`: the reader hung up; `failed`: it ended with a fault. */
      outcome: 'complete' | 'left' | 'failed';
      /** From the call's beginning. */
      seconds: number;
    }
  | {
      /** One source of a unit was read, or could not be. */
      what: 'source-read';
      outcome: 'ready' | 'failed';
      /** Code of the reason; null when it was read. */
      reason: string | null;
    }
  | {
      /** A job came to its end. */
      what: 'unit-indexed';
      outcome: 'ready' | 'failed';
      passages: number;
      /** From the lease to the end. */
      seconds: number;
    }
  | {
      /** One call to a model server came to its end. */
      what: 'model-called';
      purpose: ModelPurpose;
      /** `stopped`: the client cancelled the request. */
      outcome: 'complete' | 'stopped' | 'failed';
      /** Code of the fault; undefined when there was none. */
      fault: string | undefined;
      /** Until the first part of the answer; null when none came. */
      firstSeconds: number | null;
      seconds: number;
      /** Tokens, as the server counted them; null where it does not tell. */
      tokens: { input: number; output: number } | null;
    }
  | {
      /** One attempt to deliver a webhook. */
      what: 'webhook-attempted';
      /** `retrying`: it is tried again; `failed`: it is not. */
      outcome: 'delivered' | 'failed' | 'retrying';
      seconds: number;
    }
  | {
      /** It was the turn of a search. */
      what: 'search-began';
      /** How long it had waited. */
      seconds: number;
    }
  | {
      /** A question of a bot with an embeddings server: whether it was also searched by meaning, or why not. */
      what: 'semantic-search';
      outcome: 'used' | 'incomplete' | 'not-ready' | 'failed';
    }
  | {
      /** A batch of passages was put to an embeddings server. */
      what: 'passages-embedded';
      outcome: 'done' | 'failed';
      passages: number;
      seconds: number;
    }
  | {
      /** Vectors of passages were copied from another generation of their unit. */
      what: 'vectors-copied';
      passages: number;
    };

/** Records an event for metrics. Returns at once and never throws; `ignoreMetricEvents` where nothing is counted. */
export type RecordMetricEvent = (event: MetricEvent) => void;

/** Records nothing. */
export const ignoreMetricEvents: RecordMetricEvent = () => {};
