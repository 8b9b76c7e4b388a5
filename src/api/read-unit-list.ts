import * as z from 'zod/mini';
import type { UnitList } from '#contract/knowledge.ts';
import { unitListSchema, unitSchema } from '#contract/knowledge.ts';
import { parseResponse } from '#contract/mismatch.ts';
import type { UnitQuery } from './page-units.ts';
import { pageUnits } from './page-units.ts';

function responseIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'Response' in body ? body.Response : body;
}

/**
 * Reads what the list endpoint answered: ours is a page, another gateway's may be a bare array, in an envelope or not,
 * which is paged here. Anything else means that this gateway has no list: null.
 */
export function readUnitList(body: unknown, query: UnitQuery): UnitList | null {
  const response = responseIn(body);
  if (Array.isArray(response)) {
    return pageUnits(parseResponse('listUnits', z.array(unitSchema), response), query);
  }
  if (typeof response === 'object' && response !== null && 'items' in response) {
    return parseResponse('listUnits', unitListSchema, response);
  }
  return null;
}
