import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';

/**
 * What servers of the interface do not agree on: some refuse a field that others need. A refused field is left out, or
 * called by its other name, and the same server is asked so from then on. It was refused, so nothing is answered twice.
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
  /unsupported|unrecogni[sz]ed|unknown|unexpected|invalid|extra|not (?:compatible|supported|permitted|allowed)/i;
/** Servers that are remembered: more than any gateway has, and an end for those that are only tried. */
const MOST_SERVERS = 500;

export function createAdaptations(): Adaptations {
  const known = new Map<string, Set<string>>();
  return {
    async around(server, fields, send) {
      const key = `${server.url} ${server.model}`;
      const spared = new Set(known.get(key));
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
          known.set(key, new Set([...(known.get(key) ?? []), field]));
        }
      }
    },
  };
}

function refusedField(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof GatewayFault) || error.code !== 'model-rejected') return undefined;
  const { status, detail } = error.parameters;
  if ((status !== 400 && status !== 422) || typeof detail !== 'string' || !REFUSAL.test(detail))
    return undefined;
  return fields.find((field) => new RegExp(`(?<![\\w-])${field}(?![\\w-])`).test(detail));
}
