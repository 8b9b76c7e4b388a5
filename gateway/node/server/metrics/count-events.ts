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
  const countCall = countCalls(registry);
  const countIndexed = countIndexing(registry);
  const { webhook_attempts_total: attempts } = countersOf(registry, {
    webhook_attempts_total: ['Attempts to deliver a webhook, by outcome.', 'outcome'],
  });
  const { search_wait_seconds: searchWait } = histogramsOf(registry, CALL_BUCKETS, {
    search_wait_seconds: ['Time until it was the turn of a search.'],
  });
  const countModelCall = countModelCalls(registry);
  const countMeaningOf = countSemanticSearch(registry);
  return (event) => {
    switch (event.what) {
      case 'call-began':
      case 'call-ended':
      case 'stream-ended':
        return countCall(event);
      case 'source-read':
      case 'unit-indexed':
        return countIndexed(event);
      case 'model-called':
        return countModelCall(event);
      case 'search-began':
        return searchWait.observe(event.seconds);
      case 'semantic-search':
      case 'passages-embedded':
      case 'vectors-copied':
        return countMeaningOf(event);
      case 'webhook-attempted':
        return attempts.inc({ outcome: event.outcome });
    }
  };
}

/** Counts and times calls and streams, and refusals by bot and ledger. */
function countCalls(registry: Registry) {
  const count = countersOf(registry, {
    calls_total: ['Calls answered, by endpoint of the registry and status.', 'endpoint', 'status'],
    faults_total: ['Calls answered with a fault, by its code.', 'fault'],
    rejections_total: ['Calls refused with 402 or 429, by fault, bot and ledger.', 'fault', 'bot', 'ledger'],
    streams_total: ['Streams that ended: complete, left by their reader, or failed.', 'endpoint', 'outcome'],
  });
  const { call_seconds: callSeconds } = histogramsOf(registry, CALL_BUCKETS, {
    call_seconds: ['Time until the response was made; of a stream, until its first event.', 'endpoint'],
  });
  const { stream_seconds: streamSeconds } = histogramsOf(registry, STREAM_BUCKETS, {
    stream_seconds: ['Time from the call to the end of its stream.', 'endpoint'],
  });
  const underWay = new Gauge({
    name: 'fihrist_calls_in_flight',
    help: 'Calls that are being answered, streams until they end.',
    registers: [registry],
  });
  const botLabel = limitBots();
  return (event: EventOf<'call-began' | 'call-ended' | 'stream-ended'>): void => {
    if (event.what === 'call-began') return underWay.inc();
    const { endpoint = 'none', seconds } = event;
    if (event.what === 'stream-ended') {
      underWay.dec();
      count.streams_total.inc({ endpoint, outcome: event.outcome });
      return streamSeconds.observe({ endpoint }, seconds);
    }
    const { status, fault, botId, ledger } = event;
    count.calls_total.inc({ endpoint, status });
    callSeconds.observe({ endpoint }, seconds);
    if (!event.streams) underWay.dec();
    if (fault === undefined) return undefined;
    count.faults_total.inc({ fault });
    if (REFUSALS.has(status)) count.rejections_total.inc({ fault, bot: botLabel(botId), ledger });
    return undefined;
  };
}

/** Counts what indexing reads and makes, and times it. */
function countIndexing(registry: Registry) {
  const count = countersOf(registry, {
    sources_read_total: [
      'Documents and pages read for an index, by outcome and the code of the reason.',
      'outcome',
      'reason',
    ],
    units_indexed_total: ['Units that came to the end of their indexing, by outcome.', 'outcome'],
    passages_indexed_total: ['Passages that indexing made.'],
  });
  const { unit_index_seconds: seconds } = histogramsOf(registry, INDEX_BUCKETS, {
    unit_index_seconds: ['Time from the start of reading a unit to its end, without fetching.'],
  });
  return (event: EventOf<'source-read' | 'unit-indexed'>): void => {
    const { outcome } = event;
    if (event.what === 'source-read')
      return count.sources_read_total.inc({ outcome, reason: event.reason ?? 'none' });
    count.units_indexed_total.inc({ outcome });
    count.passages_indexed_total.inc(event.passages);
    return seconds.observe(event.seconds);
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
  const count = countersOf(registry, {
    model_calls_total: [
      'Calls to model servers, by purpose, outcome and the code of the fault.',
      'purpose',
      'outcome',
      'fault',
    ],
    model_tokens_total: [
      'Tokens as model servers counted them: read (input) and written (output).',
      'purpose',
      'kind',
    ],
  });
  const time = histogramsOf(registry, MODEL_BUCKETS, {
    model_first_seconds: ['Time until the first part of an answer of a model server.', 'purpose'],
    model_seconds: ['Time of calls to model servers, to their end.', 'purpose'],
  });
  return ({ purpose, outcome, fault = 'none', ...call }) => {
    count.model_calls_total.inc({ purpose, outcome, fault });
    time.model_seconds.observe({ purpose }, call.seconds);
    if (call.firstSeconds !== null) time.model_first_seconds.observe({ purpose }, call.firstSeconds);
    if (!call.tokens) return;
    count.model_tokens_total.inc({ purpose, kind: 'input' }, call.tokens.input);
    count.model_tokens_total.inc({ purpose, kind: 'output' }, call.tokens.output);
  };
}

/** Counts questions searched by meaning, and the embedding of passages. */
function countSemanticSearch(registry: Registry) {
  const count = countersOf(registry, {
    semantic_searches_total: [
      'Questions of bots with an embeddings server, by whether they were searched by meaning or why not.',
      'outcome',
    ],
    embedding_batches_total: ['Batches of passages put to an embeddings server, by outcome.', 'outcome'],
    passages_embedded_total: ['Passages that got a vector of a server.'],
    vectors_copied_total: ['Passages that got the vector of the same text in another version of their unit.'],
  });
  return (event: EventOf<'semantic-search' | 'passages-embedded' | 'vectors-copied'>): void => {
    if (event.what === 'semantic-search')
      return count.semantic_searches_total.inc({ outcome: event.outcome });
    if (event.what === 'vectors-copied') return count.vectors_copied_total.inc(event.passages);
    count.embedding_batches_total.inc({ outcome: event.outcome });
    return count.passages_embedded_total.inc(event.passages);
  };
}

/** Help and labels of figures by name; as served, names begin with `fihrist_`. */
type Figures<Name extends string> = Readonly<Record<Name, readonly [help: string, ...labels: string[]]>>;

const countersOf = <Name extends string>(registry: Registry, figures: Figures<Name>) =>
  mapFigures(figures, (options) => new Counter({ ...options, registers: [registry] }));

const histogramsOf = <Name extends string>(registry: Registry, buckets: number[], figures: Figures<Name>) =>
  mapFigures(figures, (options) => new Histogram({ ...options, buckets, registers: [registry] }));

function mapFigures<Name extends string, Figure>(
  figures: Figures<Name>,
  make: (options: { name: string; help: string; labelNames: string[] }) => Figure,
) {
  const entries = Object.entries<Figures<Name>[Name]>(figures).map(([name, [help, ...labelNames]]) => [
    name,
    make({ name: `fihrist_${name}`, help, labelNames }),
  ]);
  return Object.fromEntries(entries) as Record<Name, Figure>;
}
