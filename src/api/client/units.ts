/** Units as any gateway has them: without a list, without an id in what it answers, or with a list of its own form. */

import * as z from 'zod/mini';
import { titleKey } from '#common/title-key.ts';
import { parseResponse } from '#contract/contract-error.ts';
import { HEADERS } from '#contract/headers.ts';
import {
  type DeletionReceipt,
  KNOWLEDGE_SOURCE,
  type KnowledgeUnit,
  type Registration,
  type UnitList,
  type UnitUpdate,
} from '#contract/knowledge.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import {
  deleteUnit,
  getUnit,
  listUnits,
  findTakenTitles as lookUpTitles,
  registerUnit,
  unitStates,
  updateUnit,
} from '#contract/operations/units.ts';
import type { UnitState } from '#contract/unit-states.ts';
import { NotFound, NotJsonError } from '#src/api/transport/gateway-errors.ts';
import type { RequestOptions } from '#src/api/transport/http-client.ts';
import { draftHeaders } from './draft-headers.ts';
import type { GatewayClient } from './gateway-client.ts';
import { pageUnits, type UnitQuery } from './page-units-locally.ts';
import { tryCall } from './try-call.ts';

/** Null where the gateway cannot list its units. */
export async function fetchUnits(client: GatewayClient, query: UnitQuery): Promise<UnitList | null> {
  const list = await client.optional(listUnits, async () =>
    readUnitList(
      (await client.http.requestJson(await client.buildRequest(listUnits, { query }))).body,
      query,
    ),
  );
  client.catalogue?.identifyListed(list?.items ?? []);
  return list;
}

export async function fetchUnit(client: GatewayClient, knowledgeId: number): Promise<KnowledgeUnit> {
  const unit = await client.call(getUnit, { params: { knowledgeId } });
  client.catalogue?.upsert(unit);
  return unit;
}

/** Reads at once of units one by one: gateways limit concurrent requests, and people ask meanwhile. */
const MAX_CONCURRENT_READS = 4;

/** Units read one by one, where the gateway has no list: of each what came of it, in the order asked for. */
export async function fetchUnitsById(
  client: GatewayClient,
  ids: readonly number[],
): Promise<PromiseSettledResult<KnowledgeUnit>[]> {
  const results: PromiseSettledResult<KnowledgeUnit>[] = [];
  const queue = ids.entries();
  const worker = async () => {
    for (const [index, id] of queue) {
      // In sequence: each worker is a slot.
      const [result] = await Promise.allSettled([fetchUnit(client, id)]);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, worker));
  return results;
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
  return list?.items.find((unit) => titleKey(unit.title) === titleKey(title))?.id;
}

/** Titles searched one by one, where the gateway does not look up many at once. */
const MAX_SEARCHED_TITLES = 60;

/** Ids of the bot's units that have one of the titles, by title key. `announced`: the gateway looks up many at once. */
export async function findTakenTitles(
  client: GatewayClient,
  titles: readonly string[],
  { announced }: { announced: boolean },
): Promise<ReadonlyMap<string, number>> {
  if (announced) {
    const calls = Array.from({ length: Math.ceil(titles.length / UNIT_LIMITS.titlesPerCall) }, (_, call) => {
      const begin = call * UNIT_LIMITS.titlesPerCall;
      return client.call(lookUpTitles, {
        body: { titles: titles.slice(begin, begin + UNIT_LIMITS.titlesPerCall) },
      });
    });
    const answers = await Promise.all(calls);
    return new Map(answers.flatMap(({ items }) => items.map(({ title, id }) => [titleKey(title), id])));
  }
  const searched = titles.slice(0, MAX_SEARCHED_TITLES);
  const ids = await Promise.all(searched.map((title) => findByTitle(client, title)));
  return new Map(
    searched.flatMap((title, index) => {
      const id = ids[index];
      return id === undefined ? [] : [[titleKey(title), id] as const];
    }),
  );
}

/** Candidate ids of one registration that are looked up. */
const MAX_LOOKUPS = 5;
const LOOKUP_TIMEOUT = 10_000;

/**
 * Finds the id among the numbers in the response of a registration: the first number under which the gateway has a unit
 * of this title. While units cannot be read, the number named `id` counts; another candidate becomes the hint.
 */
async function findAmong(
  client: GatewayClient,
  { id, candidates }: { id?: number; candidates: readonly number[] },
  title: string,
): Promise<{ id?: number | undefined; idHint?: number | undefined }> {
  let idHint: number | undefined;
  for (const knowledgeId of [...(id === undefined ? [] : [id]), ...candidates].slice(0, MAX_LOOKUPS)) {
    // In sequence, since the first candidate is nearly always right.
    const unit = await client
      .call(getUnit, { params: { knowledgeId }, timeout: LOOKUP_TIMEOUT })
      .catch(() => undefined);
    if (unit === undefined) idHint ??= knowledgeId;
    else if (titleKey(unit.title) === titleKey(title)) return { id: knowledgeId };
  }
  return idHint !== undefined && idHint === id ? { id } : { idHint };
}

const REGISTRATION_TIMEOUT = 60_000;

type AddOptions = {
  idempotencyKey?: string;
  /** Whether the gateway announces capabilities: the id that it answers is then the unit's. */
  isAnnounced?: boolean;
  /** Whether the unit waits as a draft once it is indexed. */
  asDraft?: boolean;
};
/** `key`: key of the entry in the local catalogue, if the gateway has one. */
export type AddedUnit = { id?: number | undefined; key?: string | undefined };

/**
 * Registers a unit. Without an id in the response, the gateway's list is searched by title; without a match, the id
 * stays undefined. The local catalogue gets the unit as soon as the gateway accepted it.
 */
export async function addUnit(
  client: GatewayClient,
  registration: Registration,
  { idempotencyKey, isAnnounced = false, asDraft = false }: AddOptions = {},
): Promise<AddedUnit> {
  const { title, description, KnowledgeSource } = registration;
  const request = await client.buildRequest(registerUnit, {
    body: registration,
    timeout: REGISTRATION_TIMEOUT,
    headers: { [HEADERS.idempotencyKey]: idempotencyKey, ...draftHeaders(asDraft) },
  });
  // A success adds the unit whatever its body says: a repeat would add another one.
  const { body } = await client.http.requestJson({ ...request, acceptsAnyBody: true });
  const registered = registerUnit.answer.lenient.parse(responseIn(body));
  const ownId = isAnnounced ? registered.id : undefined;
  const key = client.catalogue?.register({
    id: ownId,
    title,
    description: description ?? '',
    kind: KnowledgeSource === KNOWLEDGE_SOURCE.url ? 'url' : 'file',
  });
  if (ownId !== undefined) return { id: ownId, key };
  const { id = await findByTitle(client, title), idHint } = await findAmong(client, registered, title);
  if (key !== undefined) client.catalogue?.identify(key, { id, idHint });
  return { id, key };
}

/** Whether the gateway still has the unit; true when the gateway cannot be reached now. */
async function isReadable(client: GatewayClient, knowledgeId: number): Promise<boolean> {
  return client.call(getUnit, { params: { knowledgeId } }).then(
    () => true,
    (error: unknown) => !(error instanceof NotFound),
  );
}

/** A call whose success has any body: other gateways send none, or an envelope around anything. */
async function requestLoosely(client: GatewayClient, request: RequestOptions): Promise<void> {
  await client.http.requestJson(request).catch((error: unknown) => {
    if (!(error instanceof NotJsonError) || error.status !== 204) throw error;
  });
}

/** `announced`: whether the gateway announced the call; other gateways may lack it. */
type Announced = { announced?: boolean };

/** Changes title or description. A gateway without an announcement of the call confirms no more than a response. */
export async function changeUnit(
  client: GatewayClient,
  knowledgeId: number,
  change: UnitUpdate,
  { etag, announced = true }: Announced & { etag?: string | undefined } = {},
): Promise<void> {
  const input = { params: { knowledgeId }, body: change, headers: { [HEADERS.ifMatch]: etag } };
  if (announced) await client.call(updateUnit, input);
  else
    await tryCall(
      client,
      updateUnit,
      async () => requestLoosely(client, await client.buildRequest(updateUnit, input)),
      () => isReadable(client, knowledgeId),
    );
}

/** A receipt; or, of a gateway that has not announced the call, whether the unit can still be read after it. */
type Deletion = DeletionReceipt | { readable: boolean };

/** Into the bin; `forever`: past it. */
export async function removeUnit(
  client: GatewayClient,
  knowledgeId: number,
  { forever = false, announced = true }: Announced & { forever?: boolean } = {},
): Promise<Deletion> {
  const params = { knowledgeId };
  if (announced) {
    const query = { forever: forever ? ('true' as const) : undefined };
    const receipt = await client.call(deleteUnit, { params, query });
    client.catalogue?.removeId(knowledgeId);
    return receipt;
  }
  await tryCall(
    client,
    deleteUnit,
    async () => requestLoosely(client, await client.buildRequest(deleteUnit, { params })),
    () => isReadable(client, knowledgeId),
  );
  const readable = await isReadable(client, knowledgeId);
  if (!readable) client.catalogue?.removeId(knowledgeId);
  return { readable };
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
    return pageUnits(parseResponse(listUnits, z.array(getUnit.answer.lenient), response), query);
  }
  if (typeof response === 'object' && response !== null && 'items' in response) {
    return parseResponse(listUnits, listUnits.answer.lenient, response);
  }
  return null;
}
