import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';

/**
 * What servers of the interface do not agree on: some refuse a field that others need. A refused field is left out, or
 * called by its other name, and the same server is asked so for an hour. It was refused, so nothing is answered twice.
 */
export interface Adaptations {
  /** Calls `send` with the fields that this server is to be spared, once more for each that it turns out to refuse. */
  around<T>(
    server: ModelServer,
    fields: readonly string[],
    send: (spared: ReadonlySet<string>) => Promise<T>,
  ): Promise<T>;
}

const REFUSAL =
  /unsupported|unrecogni[sz]ed|unknown|unexpected|extra|not (?:compatible|supported|permitted|allowed)/i;
const INVALID = /invalid/i;
/** Fields whose values callers choose: a bad one of theirs must not cost all others the field. */
const CHOSEN = new Set(['max_tokens', 'temperature', 'top_p', 'repetition_penalty', 'repeat_penalty']);
const RANGE = /\b(?:must be|between|range|at (?:most|least)|(?:less|greater) than)\b/i;
/** Servers that are remembered: more than any gateway has, and an end for those that are only tried. */
const MOST_SERVERS = 500;
const KEPT_MS = 3_600_000;

export function createAdaptations(now = () => performance.now()): Adaptations {
  const known = new Map<string, { fields: Set<string>; until: number }>();
  const recall = (key: string) => {
    const kept = known.get(key);
    return kept && now() < kept.until ? kept : { fields: new Set<string>(), until: now() + KEPT_MS };
  };
  return {
    async around(server, fields, send) {
      const key = `${server.url} ${server.model}`;
      const spared = new Set(recall(key).fields);
      for (;;) {
        try {
          return await send(spared);
        } catch (error) {
          const field = refusedField(
            error,
            fields.filter((one) => !spared.has(one)),
          );
          if (field === undefined) throw error;
          spared.add(field);
          if (known.size >= MOST_SERVERS) known.clear();
          const { fields: others, until } = recall(key);
          known.set(key, { fields: new Set([...others, field]), until });
        }
      }
    },
  };
}

function refusedField(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof GatewayFault) || error.code !== 'model-rejected') return undefined;
  const { status, detail } = error.parameters;
  if ((status !== 400 && status !== 422) || typeof detail !== 'string') return undefined;
  const field = fields.find((one) => new RegExp(`(?<![\\w-])${one}(?![\\w-])`).test(detail));
  if (field === undefined) return undefined;
  const isRefused = REFUSAL.test(detail);
  return (CHOSEN.has(field) ? isRefused && !RANGE.test(detail) : isRefused || INVALID.test(detail))
    ? field
    : undefined;
}
