import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observed } from '#gateway/ports.ts';

/** From a vector to a long answer of a slow machine; seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

type ModelCall = Extract<Observed, { what: 'model-called' }>;

/** Counts and times calls to model servers. */
export function countModelCalls(registers: Registry[]): (call: ModelCall) => void {
  const calls = new Counter({
    name: 'fihrist_model_calls_total',
    help: 'Calls to model servers, by purpose, outcome and the code-word of the fault.',
    labelNames: ['purpose', 'outcome', 'fault'],
    registers,
  });
  const firstSeconds = new Histogram({
    name: 'fihrist_model_first_seconds',
    help: 'Time until the first part of an answer of a model server.',
    labelNames: ['purpose'],
    buckets: BUCKETS,
    registers,
  });
  const seconds = new Histogram({
    name: 'fihrist_model_seconds',
    help: 'Time of calls to model servers, to their end.',
    labelNames: ['purpose'],
    buckets: BUCKETS,
    registers,
  });
  const tokens = new Counter({
    name: 'fihrist_model_tokens_total',
    help: 'Tokens as model servers counted them: read (input) and written (output).',
    labelNames: ['purpose', 'kind'],
    registers,
  });
  return ({ purpose, outcome, fault = 'none', ...call }) => {
    calls.inc({ purpose, outcome, fault });
    seconds.observe({ purpose }, call.seconds);
    if (call.firstSeconds !== null) firstSeconds.observe({ purpose }, call.firstSeconds);
    if (!call.tokens) return;
    tokens.inc({ purpose, kind: 'input' }, call.tokens.input);
    tokens.inc({ purpose, kind: 'output' }, call.tokens.output);
  };
}
