import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { VERSION } from '#gateway/node/processes/version.ts';
import { countEvents } from './count-events.ts';
import { type GaugeSources, gaugeState } from './gauge-state.ts';

/** The figures of one server. */
export interface Metrics {
  observe: RecordMetricEvent;
  /** Whose state is read from now on whenever figures are asked for. */
  watch(watched: GaugeSources): void;
  /** The text of a scrape, and its media type. */
  scrape(): Promise<{ text: string; type: string }>;
}

/**
 * `process` is the name that every series carries as a label, where figures of several processes come together;
 * `droppedLogLines` counts lines of its log that could not be written.
 */
export function createMetrics(process?: string, droppedLogLines = () => 0): Metrics {
  const registry = new Registry();
  if (process !== undefined) registry.setDefaultLabels({ process });
  // The process: CPU, memory, file handles, collections of garbage, and how late its event loop is.
  collectDefaultMetrics({ register: registry });
  const info = new Gauge({
    name: 'fihrist_info',
    help: 'Always 1, with the version.',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version: VERSION }, 1);
  const dropped: Gauge = new Gauge({
    name: 'fihrist_log_lines_dropped',
    help: 'Lines of the log that could not be written, since the start.',
    registers: [registry],
    collect: () => dropped.set(droppedLogLines()),
  });
  const observe = countEvents(registry);
  let refresh = () => Promise.resolve();
  return {
    observe,
    watch(watched) {
      refresh = gaugeState(registry, watched);
    },
    async scrape() {
      await refresh();
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}
