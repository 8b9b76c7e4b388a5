import { titleKey } from '#common/title-key.ts';
import type { Known, KnownUnit } from '#contract/knowledge.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { findKnown as lookUpKnown } from '#contract/operations/units.ts';
import type { GatewayClient } from './gateway-client.ts';

/** Where the bot has what is to be added: the bytes of a file, an address, a whole text, or a title alone. */
export type KnownMatch = {
  by: 'file' | 'address' | 'text' | 'title';
  unit: KnownUnit;
  sourceId: number | undefined;
};
/** Paths of uploaded files, addresses and hashes of texts as they were asked for, and titles by their keys. */
export type KnownMatches = Record<
  'files' | 'addresses' | 'titles' | 'texts',
  ReadonlyMap<string, KnownMatch>
>;
export type KnownLookup = Record<keyof KnownMatches, readonly string[]>;

/** What the bot has already of all this, in as many calls as it needs. */
export async function findKnown(client: GatewayClient, lookup: KnownLookup): Promise<KnownMatches> {
  const size = UNIT_LIMITS.knownPerCall;
  const longest = Math.max(...Object.values(lookup).map(({ length }) => length));
  const answers = await Promise.all(
    Array.from({ length: Math.ceil(longest / size) }, (_, call) => {
      const part = (items: readonly string[]) => items.slice(call * size, (call + 1) * size);
      const { files, addresses, titles, texts } = lookup;
      const body = {
        files: part(files),
        addresses: part(addresses),
        titles: part(titles),
        texts: part(texts),
      };
      return client.call(lookUpKnown, { body });
    }),
  );
  const matches = answers.map(toMatches);
  const merge = (name: keyof KnownMatches) => new Map(matches.flatMap((match) => [...match[name]]));
  return {
    files: merge('files'),
    addresses: merge('addresses'),
    titles: merge('titles'),
    texts: merge('texts'),
  };
}

function toMatches({ files, addresses, titles, texts, units }: Known): KnownMatches {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  /** Units of every day before those in the bin. */
  const placed = (by: KnownMatch['by'], key: string, places: Known['files'][number]['places']) => {
    const matches = places.flatMap(({ unit: id, source }): KnownMatch[] => {
      const unit = byId.get(id);
      return unit === undefined ? [] : [{ by, unit, sourceId: source }];
    });
    const match = matches.find(({ unit }) => !unit.inBin) ?? matches[0];
    return match === undefined ? [] : [[key, match] as const];
  };
  return {
    files: new Map(files.flatMap(({ file, places }) => placed('file', file, places))),
    addresses: new Map(addresses.flatMap(({ address, places }) => placed('address', address, places))),
    texts: new Map(texts.flatMap(({ text, places }) => placed('text', text, places))),
    titles: new Map(
      titles.flatMap(({ title, unit: id }) => {
        const unit = byId.get(id);
        return unit === undefined
          ? []
          : [[titleKey(title), { by: 'title', unit, sourceId: undefined }] as const];
      }),
    ),
  };
}
