import { foldText } from '#common/fold-text.ts';
import type { KnowledgeUnit, UnitList, UnitSort } from '#contract/knowledge.ts';

/** What a page of units is asked by; `offset` and `limit` count units. */
export type UnitQuery = {
  search?: string | undefined;
  status?: number | undefined;
  /** These divide the ready units; a list that is paged here does not tell them apart. */
  partlyReady?: 'true' | 'false' | undefined;
  updateFailed?: 'true' | 'false' | undefined;
  /** Sent only to a gateway that knows owners. */
  owner?: string | undefined;
  offset: number;
  limit: number;
  sort: UnitSort;
};

type Field = 'title' | 'createdOn' | 'modifiedOn' | 'sourceStatus';

function compare(field: Field, a: KnowledgeUnit, b: KnowledgeUnit): number {
  if (field === 'sourceStatus') return a.sourceStatus - b.sourceStatus;
  if (field === 'title') return foldText(a.title).localeCompare(foldText(b.title), ['ar', 'en']);
  // Units without a known time come first.
  return (a[field] ?? '').localeCompare(b[field] ?? '');
}

/** Searches, filters, sorts and pages units here, where the gateway gave all of them at once. */
export function pageUnits(all: readonly KnowledgeUnit[], query: UnitQuery): UnitList {
  const words = foldText(query.search ?? '').split(' ');
  const matches = all.filter((unit) => {
    if (query.status !== undefined && unit.sourceStatus !== query.status) return false;
    const text = foldText(`${unit.title} ${unit.description}`);
    return words.every((word) => text.includes(word));
  });
  const descending = query.sort.startsWith('-');
  const field = query.sort.replace('-', '') as Field;
  matches.sort((a, b) => (descending ? compare(field, b, a) : compare(field, a, b)) || a.id - b.id);
  return { items: matches.slice(query.offset, query.offset + query.limit), total: matches.length };
}
