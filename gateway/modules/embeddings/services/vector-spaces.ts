import { embeddingPromptFor } from '#gateway/engine/vectors/embedding-prompts.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { embedCharged } from './charged-embed.ts';
import { concatVectors, isSameSpace, PROBE_SENTENCES } from './model-probe.ts';

/** Which space the vectors of a bot's server lie in. It is found by probing: names and addresses prove nothing. */
export interface VectorSpaces {
  /** As last found for this very server; undefined until `find` has found one. */
  known(botId: number, server: ModelServer): VectorSpace | undefined;
  /** The same as it was when this process did not run yet: the newest of the model's name, for figures only. */
  likely(botId: number, server: ModelServer): Promise<VectorSpace | undefined>;
  /** Asks the server, which costs the bot some tokens, unless that was done within the hour. */
  find(botId: number, server: ModelServer, signal?: AbortSignal): Promise<VectorSpace>;
  /** What the server sends does not fit: `find` asks again. */
  forget(server: ModelServer): void;
}

/** A server may be given another model under the same name at any time. */
const PROBE_MAX_AGE_MS = 60 * 60 * 1000;

/** The same address and model is the same server, whoever set it and whatever its limits are. */
export function serverKeyOf({ url, model }: Pick<ModelServer, 'url' | 'model'>): string {
  return `${url}\n${model}`;
}

export function createVectorSpaces(
  ports: Pick<Ports, 'ledger' | 'models' | 'clock' | 'vectors'>,
): VectorSpaces {
  const spaces = new Map<number, { identity: string; space: VectorSpace; on: number }>();
  const probes = new Map<string, { probe: Float32Array; on: number }>();

  async function probe(botId: number, server: ModelServer, signal?: AbortSignal): Promise<Float32Array> {
    const now = ports.clock.now().getTime();
    const last = probes.get(serverKeyOf(server));
    if (last && now - last.on < PROBE_MAX_AGE_MS) return last.probe;
    const form = embeddingPromptFor(server.model);
    const texts = PROBE_SENTENCES.map((sentence) => form.passage('', sentence));
    const order = { botId, server, unitId: null };
    const { result: vectors } = await embedCharged(ports, order, texts, concatVectors, signal);
    probes.set(serverKeyOf(server), { probe: vectors, on: now });
    return vectors;
  }

  return {
    known(botId, server) {
      const entry = spaces.get(botId);
      return entry?.identity === serverKeyOf(server) ? entry.space : undefined;
    },

    async likely(botId, server) {
      const { name } = embeddingPromptFor(server.model);
      return (
        this.known(botId, server) ??
        (await ports.vectors.spaces(botId, server.model)).findLast(({ form }) => form === name)
      );
    },

    async find(botId, server, signal) {
      const now = ports.clock.now().getTime();
      const identity = serverKeyOf(server);
      const last = spaces.get(botId);
      if (last?.identity === identity && now - last.on < PROBE_MAX_AGE_MS) return last.space;
      const vectors = await probe(botId, server, signal);
      const form = embeddingPromptFor(server.model).name;
      const dims = vectors.length / PROBE_SENTENCES.length;
      const stored = await ports.vectors.spaces(botId, server.model);
      const same = stored.find((space) => space.form === form && isSameSpace(space.probe, vectors));
      const space =
        same ?? (await ports.vectors.addSpace(botId, { model: server.model, form, dims, probe: vectors }));
      spaces.set(botId, { identity, space, on: now });
      return space;
    },

    forget(server) {
      const identity = serverKeyOf(server);
      probes.delete(identity);
      for (const [botId, entry] of spaces) if (entry.identity === identity) spaces.delete(botId);
    },
  };
}
