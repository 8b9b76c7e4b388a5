import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { checkGroup } from '#gateway/engine/synonyms/check-group.ts';
import type { NewSynonymGroup, SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { Ports } from '#gateway/modules/synonyms/ports/ports.ts';
import type { SynonymConflict } from '#gateway/modules/synonyms/ports/synonyms.ts';

/** Limits of a bot's synonyms. */
export interface SynonymLimits {
  minExpressions: number;
  maxGroups: number;
  maxWords: number;
}

/** What every bot may have. */
export const SYNONYM_BOUNDS: SynonymLimits = {
  minExpressions: SYNONYM_LIMITS.expressions.min,
  maxGroups: SYNONYM_LIMITS.groups,
  maxWords: SYNONYM_LIMITS.words,
};

export interface WrittenSynonyms {
  expressions: string[];
  note: string;
}

type SynonymPorts = Pick<Ports, 'synonyms'>;

export async function addSynonyms(
  ports: SynonymPorts,
  botId: number,
  group: WrittenSynonyms,
  bounds: SynonymLimits,
): Promise<SynonymGroup> {
  const result = await ports.synonyms.add(botId, withKeys(group, bounds), bounds.maxGroups);
  return unwrap(result, bounds);
}

export async function changeSynonyms(
  ports: SynonymPorts,
  botId: number,
  id: number,
  group: WrittenSynonyms,
  bounds: SynonymLimits,
  expectedVersion?: number,
): Promise<SynonymGroup> {
  const result = await ports.synonyms.change(botId, id, withKeys(group, bounds), expectedVersion);
  return unwrap(result, bounds, id);
}

export async function removeSynonyms(
  ports: SynonymPorts,
  botId: number,
  id: number,
  bounds: SynonymLimits,
  expectedVersion?: number,
): Promise<SynonymGroup> {
  return unwrap(await ports.synonyms.remove(botId, id, expectedVersion), bounds, id);
}

/** The group, or 404. */
export async function readSynonyms(ports: SynonymPorts, botId: number, id: number): Promise<SynonymGroup> {
  const group = await ports.synonyms.get(botId, id);
  if (!group) throw new GatewayFault('synonyms-not-found', { id });
  return group;
}

/** `ETag` of a group. */
export function synonymsEtag({ botId, id, version }: Pick<SynonymGroup, 'botId' | 'id' | 'version'>): string {
  return `"${botId}-synonyms-${id}-${version}"`;
}

function withKeys(group: WrittenSynonyms, { maxWords }: SynonymLimits): NewSynonymGroup {
  const checked = checkGroup(group.expressions, { maxWords });
  if ('code' in checked)
    throw new GatewayFault(checked.code, checked.words, { field: `expressions[${checked.index}]` });
  return { ...group, keys: checked.keys };
}

function unwrap(result: SynonymGroup | SynonymConflict, { maxGroups }: SynonymLimits, id = 0): SynonymGroup {
  if (!('conflict' in result)) return result;
  switch (result.conflict) {
    case 'known': {
      const { id, expressions } = result.group;
      throw new GatewayFault('synonyms-known', { id, expressions }, { field: 'expressions' });
    }
    case 'full':
      throw new GatewayFault('synonyms-full', { max: maxGroups });
    case 'stale': {
      const { expressions, note } = result.group;
      const headers = { ETag: synonymsEtag(result.group) };
      throw new GatewayFault('stale-synonyms', { expressions, note }, { headers });
    }
  }
  throw new GatewayFault('synonyms-not-found', { id });
}
