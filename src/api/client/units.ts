/** Units as any gateway has them: without a list, without an id in what it answers, or with a list of its own form. */
import { HEADERS } from '#contract/headers.ts';
import type { DeletionReceipt, KnowledgeUnit, Registration, UnitList } from '#contract/knowledge.ts';
import { deleteUnit, getUnit, listUnits, registerUnit, unitStates } from '#contract/operations/units.ts';
import type { UnitState } from '#contract/unit-states.ts';
import * as z from 'zod/mini';
import { parseResponse } from '#contract/contract-error.ts';
import type { GatewayClient } from './gateway-client.ts';
import { pageUnits, type UnitQuery } from './page-units-locally.ts';

/** Null where the gateway cannot list its units. */
export async function fetchUnits(client: GatewayClient, query: UnitQuery): Promise<UnitList | null> {
  return client.optional(listUnits, async () =>
    readUnitList(
      (await client.http.requestJson(await client.buildRequest(listUnits, { query }))).body,
      query,
    ),
  );
}

export async function fetchUnit(client: GatewayClient, knowledgeId: number): Promise<KnowledgeUnit> {
  const unit = await client.call(getUnit, { params: { knowledgeId } });
  client.onUnit?.(unit);
  return unit;
}

/** Null where the gateway does not report states. */
export async function fetchUnitStates(
  client: GatewayClient,
  ids: readonly number[],
): Promise<UnitState[] | null> {
  if (ids.length === 0) return [];
  const states = await client.read(unitStates, { query: { ids: ids.join(',') } });
  return states?.items ?? null;
}

async function findByTitle(client: GatewayClient, title: string): Promise<number | undefined> {
  const query: UnitQuery = { search: title.slice(0, 200), offset: 0, limit: 100, sort: '-createdOn' };
  const list = await fetchUnits(client, query).catch(() => null);
  return list?.items.find((unit) => unit.title.normalize() === title.trim().normalize())?.id;
}

const REGISTRATION_TIMEOUT = 60_000;

/** Without an id in the answer, the unit is looked for by its title; none found: no id. */
export async function addUnit(
  client: GatewayClient,
  registration: Registration,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<{ id?: number }> {
  const registered = await client.call(registerUnit, {
    body: registration,
    timeout: REGISTRATION_TIMEOUT,
    headers: { [HEADERS.idempotencyKey]: idempotencyKey },
  });
  const id = registered.id ?? (await findByTitle(client, registration.title));
  if (id === undefined) return {};
  client.onUnit?.({ id, title: registration.title, description: registration.description ?? '' });
  return { id };
}

/** Into the bin; `forever`: past it. */
export async function removeUnit(
  client: GatewayClient,
  knowledgeId: number,
  { forever = false }: { forever?: boolean } = {},
): Promise<DeletionReceipt> {
  const receipt = await client.call(deleteUnit, {
    params: { knowledgeId },
    query: { forever: forever ? 'true' : undefined },
  });
  client.onUnitGone?.(knowledgeId);
  return receipt;
}

function responseIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'Response' in body ? body.Response : body;
}

/**
 * Reads what the list endpoint answered: ours is a page, another gateway's may be a bare array, in an envelope or not,
 * which is paged here. Anything else means that this gateway has no list: null.
 */
function readUnitList(body: unknown, query: UnitQuery): UnitList | null {
  const response = responseIn(body);
  if (Array.isArray(response)) {
    return pageUnits(parseResponse(listUnits.id, z.array(getUnit.answer.lenient), response), query);
  }
  if (typeof response === 'object' && response !== null && 'items' in response) {
    return parseResponse(listUnits.id, listUnits.answer.lenient, response);
  }
  return null;
}
