import * as z from 'zod/mini';
import { titleKey } from '#common/title-key.ts';
import { type Connection, randomId, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { createListeners } from './storage.ts';

const storedSchema = z.object({
  key: z.optional(z.string()),
  id: z.optional(z.int()),
  title: z.string(),
  description: z.string(),
  registeredOn: z.optional(z.string()),
  kind: z.optional(z.enum(['file', 'url'])),
  sourceStatus: z.optional(z.int()),
  idHint: z.optional(z.int()),
});

/** A unit that was registered or opened in this browser. Earlier versions kept id, title and description. */
export type CatalogueUnit = Omit<z.infer<typeof storedSchema>, 'key'> & {
  /** Names the entry, also once its id becomes known. */
  key: string;
};
/** The fields of a unit as the gateway returns them. */
type ReadUnit = { id: number; title: string; description: string; sourceStatus?: number | undefined };

type NewUnit = Pick<CatalogueUnit, 'id' | 'title' | 'description' | 'kind'>;
/** `idHint`: a number in the gateway's answer that may be the id. */
type Identity = Pick<CatalogueUnit, 'id' | 'idHint'> & Partial<Omit<ReadUnit, 'id'>>;

/** Entries that are kept. */
const MAX_UNITS = 2000;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
export type LocalCatalogue = {
  /** Newest first. */
  all: () => readonly CatalogueUnit[];
  /** Adds a registered unit, and returns the key of its entry. */
  register: (unit: NewUnit) => string;
  /** Sets the id of an entry, or a hint to the id. */
  identify: (key: string, identity: Identity) => void;
  /** Adds or updates a unit as read from the gateway; an entry registered without an id gets the id of the unit. */
  upsert: (unit: ReadUnit) => void;
  /** Sets the missing ids of entries from listed units of the same title. */
  identifyListed: (units: readonly ReadUnit[]) => void;
  /** The gateway keeps the unit. */
  remove: (key: string) => void;
  /** The gateway has deleted the unit. */
  removeId: (id: number) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Malformed entries are skipped. */
function parseUnits(text: string | null): CatalogueUnit[] {
  const list: unknown = JSON.parse(text ?? '[]');
  if (!Array.isArray(list)) return [];
  return list.flatMap((stored) => {
    const { success, data } = storedSchema.safeParse(stored);
    const key = data?.key ?? data?.id?.toString();
    return success && key !== undefined ? [{ ...data, key }] : [];
  });
}

/** Drops the entries that are easiest to find again: opened units, then registered units with an id, oldest first. */
function dropSurplus(units: readonly CatalogueUnit[]): CatalogueUnit[] {
  const worth = ({ id, registeredOn }: CatalogueUnit) =>
    id === undefined ? 2 : registeredOn === undefined ? 0 : 1;
  const surplus = Math.max(0, units.length - MAX_UNITS);
  const dropped = new Set(
    units
      .toReversed()
      .sort((a, b) => worth(a) - worth(b))
      .slice(0, surplus),
  );
  return units.filter((unit) => !dropped.has(unit));
}

/** The entry of a unit: by id, else the newest entry without an id under the same title. */
function entryOf(units: readonly CatalogueUnit[], { id, title }: ReadUnit): CatalogueUnit | undefined {
  return (
    units.find((unit) => unit.id === id) ??
    units.find((unit) => unit.id === undefined && titleKey(unit.title) === titleKey(title))
  );
}

/** The updated entry; undefined without a change. */
function merge(entry: CatalogueUnit, unit: ReadUnit): CatalogueUnit | undefined {
  const { id, title, description, sourceStatus = entry.sourceStatus } = unit;
  const isSame =
    entry.id === id &&
    entry.title === title &&
    entry.description === description &&
    entry.sourceStatus === sourceStatus;
  return isSame ? undefined : { ...entry, id, title, description, sourceStatus, idHint: undefined };
}

/**
 * Units that this browser registered or opened, by gateway address and bot, for gateways without a list. The catalogue
 * survives signing out, is shared by all tabs, and holds ids, titles and descriptions, never a key of the gateway.
 */
export function createLocalCatalogue(
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
  store: Store | undefined,
  onStorageEvent?: (listener: () => void) => () => void,
): LocalCatalogue {
  const name = `fihrist.catalogue ${resolveBaseUrl(connection)} ${connection.bot}`;
  let lastText: string | null = null;
  let units: CatalogueUnit[] = [];
  const { notify, subscribe } = createListeners();
  /** Another tab may have written meanwhile. */
  const load = (): CatalogueUnit[] => {
    try {
      const text = store === undefined ? lastText : store.getItem(name);
      if (text === lastText) return units;
      lastText = text;
      units = parseUnits(text);
    } catch {
      // An unreadable storage counts as unchanged: the units of this page stay.
    }
    return units;
  };
  const commit = (next: readonly CatalogueUnit[]) => {
    units = dropSurplus(next);
    const text = JSON.stringify(units);
    try {
      store?.setItem(name, text);
      lastText = text;
    } catch {
      // Without storage the catalogue lasts as long as the page.
    }
    notify();
  };
  const replace = (key: string, entry: CatalogueUnit) =>
    // One entry per id: an entry opened by its id gives way to the registered entry.
    commit(
      load()
        .filter((unit) => unit.key === key || unit.id === undefined || unit.id !== entry.id)
        .map((unit) => (unit.key === key ? entry : unit)),
    );

  return {
    all: load,
    register: (unit) => {
      const existing = load().find(({ id }) => id !== undefined && id === unit.id);
      const key = existing?.key ?? randomId();
      const entry = { ...unit, key, registeredOn: new Date().toISOString() };
      commit([entry, ...load().filter((unit) => unit !== existing)]);
      return key;
    },
    identify: (key, { idHint, ...identity }) => {
      const entry = load().find((unit) => unit.key === key);
      if (entry === undefined) return;
      const change = identity.id === undefined ? { idHint } : { ...identity, idHint: undefined };
      replace(key, { ...entry, ...change });
    },
    upsert: (unit) => {
      const entry = entryOf(load(), unit);
      if (entry === undefined) {
        const { id, title, description, sourceStatus } = unit;
        commit([{ key: String(id), id, title, description, sourceStatus }, ...load()]);
        return;
      }
      const merged = merge(entry, unit);
      if (merged) replace(entry.key, merged);
    },
    identifyListed: (listed) => {
      if (load().every(({ id }) => id !== undefined)) return;
      for (const unit of listed) {
        const entry = entryOf(load(), unit);
        const merged = entry && entry.id === undefined ? merge(entry, unit) : undefined;
        if (merged) replace(merged.key, merged);
      }
    },
    remove: (key) => commit(load().filter((unit) => unit.key !== key)),
    removeId: (id) => commit(load().filter((unit) => unit.id !== id)),
    subscribe: (listener) => {
      const unsubscribe = subscribe(listener);
      const unlisten = onStorageEvent?.(listener);
      return () => {
        unsubscribe();
        unlisten?.();
      };
    },
  };
}
