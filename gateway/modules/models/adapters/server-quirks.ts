import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';

/**
 * What servers of the interface do not agree on: some refuse a field that others need. A refused field is left out, or
 * called by its other name, and the same server is asked so for an hour. It was refused, so nothing is answered twice.
 */
export interface ServerQuirks {
  /** Calls `send` with the fields that this server is to be spared, once more for each that it turns out to refuse. */
  sendSupported<T>(
    server: ModelServer,
    fields: readonly string[],
    send: (spared: ReadonlySet<string>) => Promise<T>,
  ): Promise<T>;
}

const UNSUPPORTED_FIELD =
  /unsupported|unrecogni[sz]ed|unknown|unexpected|extra|not (?:compatible|supported|permitted|allowed)/i;
const INVALID_FIELD = /invalid/i;
/** Fields whose values callers choose: a bad one of theirs must not cost all others the field. */
const CALLER_CHOSEN_FIELDS = new Set([
  'max_tokens',
  'temperature',
  'top_p',
  'repetition_penalty',
  'repeat_penalty',
]);
const VALUE_OUT_OF_RANGE = /\b(?:must be|between|range|at (?:most|least)|(?:less|greater) than)\b/i;
/** Servers that are remembered: more than any gateway has, and an end for those that are only tried. */
const MAX_SERVERS = 500;
const MAX_AGE_MS = 3_600_000;

export function createServerQuirks(now = () => performance.now()): ServerQuirks {
  const quirks = new Map<string, { fields: Set<string>; until: number }>();
  const readKnown = (key: string) => {
    const entry = quirks.get(key);
    return entry && now() < entry.until ? entry : { fields: new Set<string>(), until: now() + MAX_AGE_MS };
  };
  return {
    async sendSupported(server, fields, send) {
      const key = `${server.url} ${server.model}`;
      const spared = new Set(readKnown(key).fields);
      for (;;) {
        try {
          return await send(spared);
        } catch (error) {
          const field = unsupportedField(
            error,
            fields.filter((candidate) => !spared.has(candidate)),
          );
          if (field === undefined) throw error;
          spared.add(field);
          if (quirks.size >= MAX_SERVERS) quirks.clear();
          const { fields: others, until } = readKnown(key);
          quirks.set(key, { fields: new Set([...others, field]), until });
        }
      }
    },
  };
}

function unsupportedField(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof GatewayFault) || error.code !== 'model-rejected') return undefined;
  const { status, detail } = error.parameters;
  if ((status !== 400 && status !== 422) || typeof detail !== 'string') return undefined;
  const field = fields.find((candidate) => new RegExp(`(?<![\\w-])${candidate}(?![\\w-])`).test(detail));
  if (field === undefined) return undefined;
  const isRefused = UNSUPPORTED_FIELD.test(detail);
  return (
    CALLER_CHOSEN_FIELDS.has(field)
      ? isRefused && !VALUE_OUT_OF_RANGE.test(detail)
      : isRefused || INVALID_FIELD.test(detail)
  )
    ? field
    : undefined;
}
