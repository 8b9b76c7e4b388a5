import { useQueries } from '@tanstack/react-query';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { titleKey } from '#src/api/title-key.ts';
import { useSettled } from '#src/components/use-settled.ts';

const SETTLE_MS = 400;
/** Beyond this many titles the gateway's answer to the registration has to do. */
const MOST = 60;

/** The units of this bot that have one of the titles already, by title key; empty where units cannot be listed. */
export function useTakenTitles(titles: readonly string[]): ReadonlyMap<string, number> {
  const gateway = useGateway();
  const { id } = useConnection();
  const keys = [...new Set(titles.map(titleKey))].filter((key) => key !== '').slice(0, MOST);
  const settled = useSettled(JSON.stringify(keys), SETTLE_MS);
  return useQueries({
    queries: (JSON.parse(settled) as string[]).map((key) => ({
      queryKey: ['units', id, 'title', key],
      queryFn: async () => {
        const list = await gateway.listUnits({
          search: key.slice(0, 200),
          offset: 0,
          limit: 100,
          sort: 'title',
        });
        return list?.items.find((unit) => titleKey(unit.title) === key)?.id ?? null;
      },
      staleTime: 15_000,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index) => {
          const key = (JSON.parse(settled) as string[])[index];
          return key === undefined || data === null || data === undefined ? [] : [[key, data] as const];
        }),
      ),
  });
}
