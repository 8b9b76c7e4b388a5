import { useQuery } from '@tanstack/react-query';
import type { Capabilities } from '#contract/capabilities.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { statusCodeOf } from '#src/ui/unit/resolve-unit-status.ts';

/** How many index names a question may have, and how many units a page of the list. */
const MAX_TITLES = 1000;
const PAGE_SIZE = 100;

/**
 * Reads pages of the units that a question without index names searches: our gateway leaves out by itself what cannot
 * answer yet, of another one only units are named that are known to be ready. Undefined where no status means that.
 */
function unitReader(gateway: GatewayClient, capabilities: Capabilities | null) {
  const ready = statusCodeOf('ready', capabilities, gateway.connection);
  if (ready === undefined) return undefined;
  const status = capabilities === null ? ready : undefined;
  const readPage = (page: number, limit = PAGE_SIZE) =>
    fetchUnits(gateway, { status, offset: page * limit, limit, sort: 'title' });
  const isNamed = ({ sourceStatus }: { sourceStatus: number }) =>
    capabilities !== null || sourceStatus === ready;
  return { readPage, isNamed };
}

/**
 * Titles of all units, for a question that names none, so that it can be streamed. Empty where they cannot be listed, or
 * are more than a question may name.
 */
export async function fetchAllTitles(
  gateway: GatewayClient,
  capabilities: Capabilities | null,
): Promise<readonly string[]> {
  const reader = unitReader(gateway, capabilities);
  if (reader === undefined) return [];
  const { readPage, isNamed } = reader;
  try {
    const first = await readPage(0);
    if (first === null || first.total > MAX_TITLES) return [];
    const pages = Array.from({ length: Math.ceil(first.total / PAGE_SIZE) - 1 }, (_, page) =>
      readPage(page + 1),
    );
    const units = [first, ...(await Promise.all(pages))].flatMap((list) => list?.items ?? []);
    return [...new Set(units.filter(isNamed).map(({ title }) => title))];
  } catch {
    // Whatever is wrong with the list, the question may still be answered whole.
    return [];
  }
}

/**
 * Whether a question can be streamed that names these units, or none: then by the titles of all. `lacksTitles`: it cannot,
 * since they are too many or not listed.
 */
export function useStreams(names: readonly string[]): { streams: boolean; lacksTitles: boolean } {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const { isAskedWhole } = useAskedWhole();
  const { data = true } = useQuery({
    queryKey: ['units', connection.id, 'count', connection.statusNames],
    queryFn: async () => {
      const list = (await unitReader(gateway, capabilities ?? null)?.readPage(0, 1)) ?? null;
      return list !== null && list.total <= MAX_TITLES;
    },
    enabled: capabilities !== undefined && names.length === 0,
    retry: false,
  });
  const readsStreams = !isAskedWhole(streamAnswer.id);
  const lacksTitles = readsStreams && names.length === 0 && !data;
  return { streams: readsStreams && !lacksTitles, lacksTitles };
}
