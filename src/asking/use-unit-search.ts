import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCapabilities, useConnection, useGateway, useLocalCatalogue } from '#src/api/gateway-context.tsx';
import { foldText } from '#src/api/fold-text.ts';
import { statusOf } from '#src/api/status-of.ts';
import { useSettled } from '#src/components/use-settled.ts';

export type FoundUnit = { title: string; status: ReturnType<typeof statusOf> | undefined };

const SETTLE_MS = 200;
const SHOWN = 20;

/** Units whose title or description has the words; where a gateway has no list, those this browser has seen. */
export function useUnitSearch(text: string, wanted: boolean) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const catalogue = useLocalCatalogue();
  const search = useSettled(text.trim(), SETTLE_MS);
  const { data, isFetching } = useQuery({
    queryKey: ['units', connection.id, 'search', search],
    queryFn: async () =>
      gateway.listUnits({ search, offset: 0, limit: SHOWN, sort: search === '' ? '-modifiedOn' : 'title' }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const listed = data !== null;
  const seen = catalogue.all().filter(({ title }) => foldText(title).includes(foldText(search)));
  const found: FoundUnit[] = listed
    ? (data?.items ?? []).map(({ title, sourceStatus }) => ({
        title,
        status: statusOf(sourceStatus, capabilities, connection),
      }))
    : seen.slice(0, SHOWN).map(({ title }) => ({ title, status: undefined }));
  const searching = isFetching || search !== text.trim();
  // While the server searches, what it found before counts only as far as it has the words.
  const words = foldText(text);
  const fitting = searching ? found.filter(({ title }) => foldText(title).includes(words)) : found;
  return { found: fitting, searching, listed };
}
