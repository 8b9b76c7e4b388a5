import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { titleKey } from '#common/title-key.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { findKnown as lookUpKnown, findTakenTitles as lookUpTitles } from '#contract/operations/units.ts';
import { findKnown, type KnownLookup, type KnownMatch } from '#src/api/client/known.ts';
import { findTakenTitles } from '#src/api/client/units.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import type { Item, UnitDraft, UnitTexts } from '#src/features/add-knowledge/intake/intake-types.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import type { DryReadingOf } from './use-dry-readings.ts';

const DEBOUNCE_MS = 400;

type Answer = {
  /** Ids of units by the keys of their titles. */
  takenTitles: ReadonlyMap<string, number>;
  /** Undefined where the gateway compares titles alone. */
  matches: Awaited<ReturnType<typeof findKnown>> | undefined;
};
const NOTHING: Answer = { takenTitles: new Map(), matches: undefined };

const pathOf = (item: Item): string[] =>
  item.kind === 'file' && item.upload.step === 'stored' ? [item.upload.result.FilePath] : [];

/** What the bot has already of what is to be added; only titles where the gateway compares no more. */
export function useKnown(
  groups: readonly (UnitDraft & UnitTexts)[],
  capabilities: Capabilities | null | undefined,
  readingOf: DryReadingOf,
) {
  const gateway = useGateway();
  const { id } = useConnection();
  const titles = [...new Set(groups.map(({ title }) => titleKey(title)))].filter(
    (key) => key !== '' && key.length <= UNIT_LIMITS.title,
  );
  const items = groups.flatMap((group) => group.items);
  const offers = (operation: { id: string }) => capabilities?.extensions.includes(operation.id) === true;
  const comparesAll = offers(lookUpKnown);
  const lookup: KnownLookup = {
    files: comparesAll ? items.flatMap(pathOf) : [],
    addresses: comparesAll ? items.flatMap((item) => (item.kind === 'url' ? [item.url] : [])) : [],
    titles,
    texts: comparesAll ? [...new Set(items.flatMap((item) => readingOf(item)?.textHash ?? []))] : [],
  };
  const debounced = useDebouncedValue(JSON.stringify(lookup), DEBOUNCE_MS);
  const announced = offers(lookUpTitles);
  const { data = NOTHING } = useQuery({
    queryKey: ['units', id, 'known', comparesAll, announced, debounced],
    queryFn: async (): Promise<Answer> => {
      const wanted = JSON.parse(debounced) as KnownLookup;
      if (!comparesAll)
        return { ...NOTHING, takenTitles: await findTakenTitles(gateway, wanted.titles, { announced }) };
      const matches = await findKnown(gateway, wanted);
      return { matches, takenTitles: new Map([...matches.titles].map(([key, { unit }]) => [key, unit.id])) };
    },
    enabled: Object.values(lookup).some(({ length }) => length > 0) && capabilities !== undefined,
    // What is known stays so while the list with one more item is looked up.
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: 15_000,
  });
  return {
    takenTitles: data.takenTitles,
    /** The unit that has the content of a draft of one item, in the bin too, else its title. */
    matchOf: ({ items: [only, another], title }: UnitDraft & UnitTexts): KnownMatch | undefined => {
      const { files, addresses, texts, titles: ofTitles } = data.matches ?? {};
      if (only === undefined || another !== undefined) return undefined;
      const [path] = pathOf(only);
      const ofSource = only.kind === 'url' ? addresses?.get(only.url) : path && files?.get(path);
      const ofContent = ofSource || texts?.get(readingOf(only)?.textHash ?? '');
      const ofTitle = ofTitles?.get(titleKey(title));
      return ofContent && (!ofContent.unit.inBin || !ofTitle) ? ofContent : ofTitle;
    },
  };
}
