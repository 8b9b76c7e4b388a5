import { Counter, type Registry } from 'prom-client';
import type { Observed } from '#gateway/ports.ts';

type Event = Extract<Observed, { what: 'meaning-sought' | 'passages-embedded' }>;

/** Counts questions sought by meaning, and what is done so that they can be. */
export function countMeaning(registers: Registry[]): (event: Event) => void {
  const sought = new Counter({
    name: 'fihrist_meaning_sought_total',
    help: 'Questions of bots with an embeddings server, by whether they were sought by meaning or why not.',
    labelNames: ['outcome'],
    registers,
  });
  const batches = new Counter({
    name: 'fihrist_embedding_batches_total',
    help: 'Batches of passages put to an embeddings server, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const passages = new Counter({
    name: 'fihrist_passages_embedded_total',
    help: 'Passages that got a vector.',
    registers,
  });
  return (event) => {
    if (event.what === 'meaning-sought') return sought.inc({ outcome: event.outcome });
    batches.inc({ outcome: event.outcome });
    return passages.inc(event.passages);
  };
}
