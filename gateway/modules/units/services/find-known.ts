import type * as z from 'zod/mini';
import { addressKey } from '#common/address-key.ts';
import type { Known, KnownUnit, knownLookupSchema } from '#contract/knowledge.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { takenTitles } from './taken-titles.ts';
import { sourceName } from './unit-views.ts';
import { etagOf } from './write-unit.ts';

type Lookup = z.infer<typeof knownLookupSchema>;
/** Places of one item: enough to choose from. */
const MAX_PLACES = 5;

type Place = Known['files'][number]['places'][number];

/** Units that have the bytes of uploaded files, addresses, titles or whole texts already, live or in their draft. */
export async function findKnown(
  ports: Pick<Ports, 'files' | 'readings' | 'units'>,
  botId: number,
  { files, addresses, titles, texts }: Lookup,
): Promise<Known> {
  const sameBytes = await ports.files.sameBytes(botId, files);
  const fileIds = [...new Set([...sameBytes.values()].flat())];
  const sources = await ports.units.namedSources(botId, fileIds, addresses.length > 0);
  const places = Map.groupBy(sources, ({ fileId, url }) => fileId ?? addressKey(url ?? ''));
  const placesOf = (keys: readonly string[]) => toPlaces(keys.flatMap((key) => places.get(key) ?? []));
  const sameTexts =
    texts.length > 0 ? await ports.readings.sameTexts(botId, texts) : new Map<string, never>();
  const items = {
    files: files.map((file) => ({ file, places: placesOf(sameBytes.get(file) ?? []) })).filter(hasPlaces),
    addresses: addresses
      .map((address) => ({ address, places: placesOf([addressKey(address)]) }))
      .filter(hasPlaces),
    texts: texts.map((text) => ({ text, places: toPlaces(sameTexts.get(text) ?? []) })).filter(hasPlaces),
    titles: (await takenTitles(ports, botId, titles)).map(({ title, id }) => ({ title, unit: id })),
  };
  const ids = new Set([
    ...[...items.files, ...items.addresses, ...items.texts].flatMap((item) =>
      item.places.map(({ unit }) => unit),
    ),
    ...items.titles.map(({ unit }) => unit),
  ]);
  return { ...items, units: await viewUnits(ports, botId, [...ids]) };
}

const toPlaces = (sources: readonly { id: number; unitId: number }[]): Place[] =>
  sources.slice(0, MAX_PLACES).map(({ id, unitId }) => ({ unit: unitId, source: id }));

const hasPlaces = ({ places }: { places: readonly Place[] }): boolean => places.length > 0;

async function viewUnits(
  { units }: Pick<Ports, 'units'>,
  botId: number,
  ids: number[],
): Promise<KnownUnit[]> {
  if (ids.length === 0) return [];
  const query = { ids, offset: 0, limit: ids.length, sort: { by: 'title', descending: false } } as const;
  const lists = await Promise.all([units.list(botId, query), units.list(botId, { ...query, isInBin: true })]);
  return Promise.all(
    lists
      .flatMap(({ items }) => items)
      .map(async (unit) => {
        const draft = unit.draftVersion === null ? undefined : await units.getToChange(botId, unit.id);
        return viewUnit(unit, draft?.sources ?? []);
      }),
  );
}

const viewUnit = (unit: Unit, drafted: Unit['sources']): KnownUnit => ({
  id: unit.id,
  title: unit.title,
  etag: etagOf(unit),
  inBin: unit.deletedOn !== null,
  sources: [
    ...unit.sources.map((source) => ({ source, inDraft: false })),
    ...drafted
      .filter(({ id }) => !unit.sources.some((source) => source.id === id))
      .map((source) => ({ source, inDraft: true })),
  ].map(({ source, inDraft }) => ({
    id: source.id,
    name: sourceName(source),
    isFile: source.file !== null,
    size: source.file?.size ?? null,
    textOn: source.readOn?.toISOString() ?? null,
    inDraft,
  })),
});
