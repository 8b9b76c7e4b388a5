import { LRUCache } from 'lru-cache';
import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { UnitVectors } from '#gateway/modules/embeddings/ports/vectors.ts';
import { estimateAll } from './charged-embed.ts';

/** Tokens that vectors of units will cost, by a sample of their passages. */
export interface EmbeddingCostEstimator {
  of(
    botId: number,
    model: string,
    units: readonly UnitVectors[],
  ): Promise<{ tokensLeft: number; tokensTotal: number }>;
}

/** Units that are looked into, and passages of each: reading all would take long, and an estimate it stays. */
const SAMPLED_UNITS = 40;
const SAMPLED_PASSAGES = 8;
const MAX_CACHED_SAMPLES = 2000;

export function createEmbeddingCostEstimator(ports: Pick<Ports, 'index'>): EmbeddingCostEstimator {
  const samples = new LRUCache<string, number>({ max: MAX_CACHED_SAMPLES });

  /** Tokens a passage, on average. */
  async function sample(botId: number, model: string, unit: UnitVectors): Promise<number> {
    const form = embeddingPromptFor(model);
    const key = `${botId}/${unit.unitId}/${unit.generation}/${form.name}`;
    const sampled = samples.get(key);
    if (sampled !== undefined) return sampled;
    const count = Math.min(SAMPLED_PASSAGES, unit.passages);
    const ordinals = Array.from({ length: count }, (_, index) => Math.floor((index * unit.passages) / count));
    const passages = await ports.index.readPassages(botId, unit.unitId, unit.generation, ordinals);
    const texts = passages.map(({ sectionTitle, text }) => form.passage(sectionTitle, text));
    const tokens = texts.length === 0 ? 0 : estimateAll(texts) / texts.length;
    samples.set(key, tokens);
    return tokens;
  }

  return {
    async of(botId, model, units) {
      const filled = units.filter(({ passages }) => passages > 0);
      const every = Math.max(1, Math.ceil(filled.length / SAMPLED_UNITS));
      let tokens = 0;
      let passages = 0;
      // The largest decide.
      const bySize = filled.toSorted((a, b) => b.passages - a.passages);
      for (const [index, unit] of bySize.entries()) {
        if (index >= SAMPLED_UNITS / 2 && index % every !== 0) continue;
        tokens += (await sample(botId, model, unit)) * unit.passages;
        passages += unit.passages;
      }
      const each = passages === 0 ? 0 : tokens / passages;
      const remaining = units.reduce((sum, unit) => sum + Math.max(0, unit.passages - unit.done), 0);
      const all = units.reduce((sum, unit) => sum + unit.passages, 0);
      return { tokensLeft: Math.round(remaining * each), tokensTotal: Math.round(all * each) };
    },
  };
}
