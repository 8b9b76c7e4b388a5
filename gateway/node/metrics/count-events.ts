import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Observe, Observed } from '#gateway/ports.ts';
import { countMeaning } from './count-meaning.ts';
import { countModelCalls } from './count-model-calls.ts';

/** From what a cached answer takes to a large upload; seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STREAM_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const INDEX_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Series a bot are kept apart for so many; the others share one label. */
export const MOST_BOTS = 200;
export const OTHER_BOTS = 'other';

/** Statuses whose refusals are counted by bot and ledger: a quota spent, too many calls under way. */
const REFUSALS = new Set([402, 429]);

type Of<What extends Observed['what']> = Extract<Observed, { what: What }>;

/** Counts and times what the gateway tells of. */
export function countEvents(registry: Registry): Observe {
  const registers = [registry];
  const calls = new Counter({
    name: 'fihrist_calls_total',
    help: 'Calls answered, by endpoint of the registry and status.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const faults = new Counter({
    name: 'fihrist_faults_total',
    help: 'Calls answered with a fault, by its code-word.',
    labelNames: ['fault'],
    registers,
  });
  const refusals = new Counter({
    name: 'fihrist_refusals_total',
    help: 'Calls refused with 402 or 429, by fault, bot and ledger.',
    labelNames: ['fault', 'bot', 'ledger'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'fihrist_call_seconds',
    help: 'Time until the response was made; of a stream, until its first event.',
    labelNames: ['endpoint'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const underWay = new Gauge({
    name: 'fihrist_calls_under_way',
    help: 'Calls that are being answered, streams until they end.',
    registers,
  });
  const streams = new Counter({
    name: 'fihrist_streams_total',
    help: 'Streams that ended: complete, left by their reader, or failed.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const streamSeconds = new Histogram({
    name: 'fihrist_stream_seconds',
    help: 'Time from the call to the end of its stream.',
    labelNames: ['endpoint'],
    buckets: STREAM_BUCKETS,
    registers,
  });
  const sources = new Counter({
    name: 'fihrist_sources_read_total',
    help: 'Documents and pages read for an index, by outcome and the code-word of the reason.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const units = new Counter({
    name: 'fihrist_units_indexed_total',
    help: 'Units that came to the end of their indexing, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const passages = new Counter({
    name: 'fihrist_passages_indexed_total',
    help: 'Passages that indexing made.',
    registers,
  });
  const indexSeconds = new Histogram({
    name: 'fihrist_unit_index_seconds',
    help: 'Time from the start of indexing a unit to its end.',
    buckets: INDEX_BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: 'fihrist_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const countModelCall = countModelCalls(registers);
  const countMeaningOf = countMeaning(registers);
  const botLabel = limitBots();

  const endCall = ({
    endpoint = 'none',
    status,
    fault,
    botId,
    ledger,
    seconds,
    streams,
  }: Of<'call-ended'>) => {
    calls.inc({ endpoint, status });
    callSeconds.observe({ endpoint }, seconds);
    if (!streams) underWay.dec();
    if (fault === undefined) return;
    faults.inc({ fault });
    if (REFUSALS.has(status)) refusals.inc({ fault, bot: botLabel(botId), ledger });
  };
  return (event) => {
    switch (event.what) {
      case 'call-began':
        return underWay.inc();
      case 'call-ended':
        return endCall(event);
      case 'stream-ended': {
        const { endpoint = 'none', outcome, seconds } = event;
        underWay.dec();
        streams.inc({ endpoint, outcome });
        return streamSeconds.observe({ endpoint }, seconds);
      }
      case 'source-read':
        return sources.inc({ outcome: event.outcome, reason: event.reason ?? 'none' });
      case 'unit-indexed':
        units.inc({ outcome: event.outcome });
        passages.inc(event.passages);
        return indexSeconds.observe(event.seconds);
      case 'model-called':
        return countModelCall(event);
      case 'meaning-sought':
      case 'passages-embedded':
        return countMeaningOf(event);
      case 'webhook-attempted':
        return attempts.inc({ outcome: event.outcome });
    }
  };
}

/** The label of a bot: its id for the first two hundred that come, then one for all. */
function limitBots(): (botId: number | undefined) => string {
  const known = new Set<number>();
  return (botId) => {
    if (botId === undefined) return 'none';
    if (known.size < MOST_BOTS) known.add(botId);
    return known.has(botId) ? String(botId) : OTHER_BOTS;
  };
}
