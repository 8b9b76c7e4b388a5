import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { MetricEvent, RecordMetricEvent } from '#gateway/core/metric-events.ts';

/** From what a cached answer takes to a large upload; seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STREAM_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const INDEX_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Series a bot are kept apart for so many; the others share one label. */
export const MAX_BOTS = 200;
const OTHER_BOTS = 'other';

/** Statuses whose refusals are counted by bot and ledger: a quota spent, too many calls under way. */
const REFUSALS = new Set([402, 429]);

type EventOf<What extends MetricEvent['what']> = Extract<MetricEvent, { what: What }>;

/** Counts and times what the gateway tells of. */
export function countEvents(registry: Registry): RecordMetricEvent {
  const { counter, histogram } = figuresOf(registry);
  const calls = counter(
    'calls_total',
    'Calls answered, by endpoint of the registry and status.',
    'endpoint',
    'status',
  );
  const faults = counter('faults_total', 'Calls answered with a fault, by its code.', 'fault');
  const refusals = counter(
    'rejections_total',
    'Calls refused with 402 or 429, by fault, bot and ledger.',
    'fault',
    'bot',
    'ledger',
  );
  const callSeconds = histogram(
    'call_seconds',
    'Time until the response was made; of a stream, until its first event.',
    CALL_BUCKETS,
    'endpoint',
  );
  const underWay = new Gauge({
    name: 'fihrist_calls_in_flight',
    help: 'Calls that are being answered, streams until they end.',
    registers: [registry],
  });
  const streams = counter(
    'streams_total',
    'Streams that ended: complete, left by their reader, or failed.',
    'endpoint',
    'outcome',
  );
  const streamSeconds = histogram(
    'stream_seconds',
    'Time from the call to the end of its stream.',
    STREAM_BUCKETS,
    'endpoint',
  );
  const sources = counter(
    'sources_read_total',
    'Documents and pages read for an index, by outcome and the code of the reason.',
    'outcome',
    'reason',
  );
  const units = counter(
    'units_indexed_total',
    'Units that came to the end of their indexing, by outcome.',
    'outcome',
  );
  const passages = counter('passages_indexed_total', 'Passages that indexing made.');
  const indexSeconds = histogram(
    'unit_index_seconds',
    'Time from the start of reading a unit to its end, without fetching.',
    INDEX_BUCKETS,
  );
  const attempts = counter('webhook_attempts_total', 'Attempts to deliver a webhook, by outcome.', 'outcome');
  const searchWait = histogram(
    'search_wait_seconds',
    'Time until it was the turn of a search.',
    CALL_BUCKETS,
  );
  const countModelCall = countModelCalls(registry);
  const countMeaningOf = countSemanticSearch(registry);
  const botLabel = limitBots();

  const endCall = ({ endpoint = 'none', status, fault, ...call }: EventOf<'call-ended'>) => {
    calls.inc({ endpoint, status });
    callSeconds.observe({ endpoint }, call.seconds);
    if (!call.streams) underWay.dec();
    if (fault === undefined) return;
    faults.inc({ fault });
    if (REFUSALS.has(status)) refusals.inc({ fault, bot: botLabel(call.botId), ledger: call.ledger });
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
      case 'search-began':
        return searchWait.observe(event.seconds);
      case 'semantic-search':
      case 'passages-embedded':
        return countMeaningOf(event);
      case 'webhook-attempted':
        return attempts.inc({ outcome: event.outcome });
    }
  };
}

/** The label of a bot: its id for the first two hundred that come, then one for all. */
function limitBots(): (botId: number | undefined) => string {
  const botIds = new Set<number>();
  return (botId) => {
    if (botId === undefined) return 'none';
    if (botIds.size < MAX_BOTS) botIds.add(botId);
    return botIds.has(botId) ? String(botId) : OTHER_BOTS;
  };
}

/** From a vector to a long answer of a slow machine; seconds. */
const MODEL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Counts and times calls to model servers. */
function countModelCalls(registry: Registry): (call: EventOf<'model-called'>) => void {
  const { counter, histogram } = figuresOf(registry);
  const calls = counter(
    'model_calls_total',
    'Calls to model servers, by purpose, outcome and the code of the fault.',
    'purpose',
    'outcome',
    'fault',
  );
  const firstSeconds = histogram(
    'model_first_seconds',
    'Time until the first part of an answer of a model server.',
    MODEL_BUCKETS,
    'purpose',
  );
  const seconds = histogram(
    'model_seconds',
    'Time of calls to model servers, to their end.',
    MODEL_BUCKETS,
    'purpose',
  );
  const tokens = counter(
    'model_tokens_total',
    'Tokens as model servers counted them: read (input) and written (output).',
    'purpose',
    'kind',
  );
  return ({ purpose, outcome, fault = 'none', ...call }) => {
    calls.inc({ purpose, outcome, fault });
    seconds.observe({ purpose }, call.seconds);
    if (call.firstSeconds !== null) firstSeconds.observe({ purpose }, call.firstSeconds);
    if (!call.tokens) return;
    tokens.inc({ purpose, kind: 'input' }, call.tokens.input);
    tokens.inc({ purpose, kind: 'output' }, call.tokens.output);
  };
}

/** Counts questions searched by meaning, and the embedding of passages. */
function countSemanticSearch(registry: Registry) {
  const { counter } = figuresOf(registry);
  const searches = counter(
    'semantic_searches_total',
    'Questions of bots with an embeddings server, by whether they were searched by meaning or why not.',
    'outcome',
  );
  const batches = counter(
    'embedding_batches_total',
    'Batches of passages put to an embeddings server, by outcome.',
    'outcome',
  );
  const passages = counter('passages_embedded_total', 'Passages that got a vector.');
  return (event: EventOf<'semantic-search' | 'passages-embedded'>): void => {
    if (event.what === 'semantic-search') return searches.inc({ outcome: event.outcome });
    batches.inc({ outcome: event.outcome });
    return passages.inc(event.passages);
  };
}

/** Makes counters and histograms of a registry; their names begin with `fihrist_`. */
function figuresOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name: `fihrist_${name}`, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name: `fihrist_${name}`, help, labelNames, buckets, registers }),
  };
}
