import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Capabilities } from '#contract/capabilities.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { getDryReadings, readDry } from '#contract/operations/readings.ts';
import type { DryReading, DryReadings } from '#contract/readings.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import type { Item } from '#src/features/add-knowledge/intake/intake-types.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';

const DEBOUNCE_MS = 400;
const POLL_INTERVAL_MS = 1_500;

type Lookup = { files: string[]; addresses: string[] };

/** What a dry reading is known by: the path of an upload, or the address. */
const keyOf = (item: Item): string | undefined =>
  item.kind === 'url' ? item.url : item.upload.step === 'stored' ? item.upload.result.FilePath : undefined;

export type DryReadingOf = (item: Item) => DryReading | undefined;

/** What the gateway reads of the items before they are added; of all items in one call. Nothing where it does not. */
export function useDryReadings(
  items: readonly Item[],
  capabilities: Capabilities | null | undefined,
): DryReadingOf {
  const gateway = useGateway();
  const { id } = useConnection();
  const isOffered = [readDry, getDryReadings].every(
    (operation) => capabilities?.extensions.includes(operation.id) === true,
  );
  const keysOf = (kind: Item['kind']) =>
    items.flatMap((item) => (item.kind === kind ? (keyOf(item) ?? []) : []));
  const lookup: Lookup = { files: keysOf('file'), addresses: keysOf('url') };
  const debounced = useDebouncedValue(JSON.stringify(lookup), DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['dry-readings', id, debounced],
    queryFn: async ({ client, queryKey }): Promise<DryReadings> => {
      const wanted = JSON.parse(debounced) as Lookup;
      const operation = client.getQueryData(queryKey) === undefined ? readDry : getDryReadings;
      const size = UNIT_LIMITS.knownPerCall;
      const calls = Math.ceil(Math.max(wanted.files.length, wanted.addresses.length) / size);
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, call) => {
          const part = (keys: string[]) => keys.slice(call * size, (call + 1) * size);
          const body = { files: part(wanted.files), addresses: part(wanted.addresses) };
          return gateway.call(operation, { body });
        }),
      );
      return {
        files: answers.flatMap(({ files }) => files),
        addresses: answers.flatMap(({ addresses }) => addresses),
      };
    },
    enabled: isOffered && debounced !== EMPTY,
    // What is known stays so while the list with one more item is looked up.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (hasOpen(state.data) ? POLL_INTERVAL_MS : false),
    staleTime: Infinity,
    // Reading before adding is a help: where it is refused, the page goes on without a word.
    retry: false,
  });
  return useMemo(() => {
    const { files = [], addresses = [] } = data ?? {};
    const byKey = new Map<string | undefined, DryReading>([
      ...files.map((reading) => [reading.file, reading] as const),
      ...addresses.map((reading) => [reading.address, reading] as const),
    ]);
    return (item) => byKey.get(keyOf(item));
  }, [data]);
}

const EMPTY = JSON.stringify({ files: [], addresses: [] } satisfies Lookup);

const hasOpen = (data: DryReadings | undefined): boolean =>
  data !== undefined && [...data.files, ...data.addresses].some(({ state }) => state !== 'ended');

/** Whether a unit of it would have no text; a person who cancelled the reading knows nothing of the text. */
export const isUnreadable = (reading: DryReading | undefined): boolean =>
  reading !== undefined && reading.reason !== null && reading.reason.code !== 'cancelled';
