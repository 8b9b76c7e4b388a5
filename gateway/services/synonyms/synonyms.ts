import { GatewayFault } from '#gateway/errors.ts';
import type { NewSynonymGroup, SynonymGroup } from '#gateway/model.ts';
import type { Ports, SynonymConflict } from '#gateway/ports.ts';
import { checkGroup } from '#gateway/text/synonyms/check-group.ts';

/** How much a bot's synonyms may hold. */
export interface SynonymBounds {
  leastExpressions: number;
  mostGroups: number;
  mostWords: number;
}

export interface WrittenSynonyms {
  expressions: string[];
  note: string;
}

export async function addSynonyms(
  ports: Ports,
  botId: number,
  group: WrittenSynonyms,
  bounds: SynonymBounds,
): Promise<SynonymGroup> {
  const written = await ports.synonyms.add(botId, keyed(group, bounds), bounds.mostGroups);
  return unwrap(written, bounds);
}

export async function changeSynonyms(
  ports: Ports,
  botId: number,
  id: number,
  group: WrittenSynonyms,
  bounds: SynonymBounds,
  expectedVersion?: number,
): Promise<SynonymGroup> {
  const written = await ports.synonyms.change(botId, id, keyed(group, bounds), expectedVersion);
  return unwrap(written, bounds, id);
}

export async function removeSynonyms(
  ports: Ports,
  botId: number,
  id: number,
  bounds: SynonymBounds,
  expectedVersion?: number,
): Promise<SynonymGroup> {
  return unwrap(await ports.synonyms.remove(botId, id, expectedVersion), bounds, id);
}

/** The group, or 404. */
export async function readSynonyms(ports: Ports, botId: number, id: number): Promise<SynonymGroup> {
  const group = await ports.synonyms.get(botId, id);
  if (!group) throw new GatewayFault('synonyms-not-found', { id });
  return group;
}

/** `ETag` of a group. */
export function synonymsEtag({ botId, id, version }: Pick<SynonymGroup, 'botId' | 'id' | 'version'>): string {
  return `"${botId}-synonyms-${id}-${version}"`;
}

function keyed(group: WrittenSynonyms, { mostWords }: SynonymBounds): NewSynonymGroup {
  const checked = checkGroup(group.expressions, { mostWords });
  if ('code' in checked)
    throw new GatewayFault(checked.code, checked.words, { field: `expressions[${checked.at}]` });
  return { ...group, keys: checked.keys };
}

function unwrap(
  written: SynonymGroup | SynonymConflict,
  { mostGroups }: SynonymBounds,
  id = 0,
): SynonymGroup {
  if (!('conflict' in written)) return written;
  switch (written.conflict) {
    case 'known': {
      const { id, expressions } = written.group;
      throw new GatewayFault('synonyms-known', { id, expressions }, { field: 'expressions' });
    }
    case 'full':
      throw new GatewayFault('synonyms-full', { most: mostGroups });
    case 'stale': {
      const { expressions, note } = written.group;
      const headers = { ETag: synonymsEtag(written.group) };
      throw new GatewayFault('stale-synonyms', { expressions, note }, { headers });
    }
  }
  throw new GatewayFault('synonyms-not-found', { id });
}
