import type { AnswerInput } from '#contract/operations/operation.ts';
import type { listVersions } from '#contract/operations/versions.ts';
import {
  addDays,
  dayAt,
  parseDay,
  printDay,
  startOfDay,
  weekdayOf,
} from '#gateway/core/calendar/zone-day.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { Version } from '#gateway/modules/units/ports/versions.ts';
import { zoneOf } from '#gateway/modules/usage/services/date-range.ts';
import { reasonView } from './unit-views.ts';
import { readUnit, staleUnit } from './write-unit.ts';

/** A page of the versions of a unit. Throws `unit-not-found`. */
export async function pageVersions(
  { units, versions, ledger }: Pick<Ports, 'ledger' | 'units' | 'versions'>,
  botId: number,
  id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ items: Version[]; more: boolean; bytes: number; zone: string }> {
  await readUnit({ units }, botId, id);
  const paging = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
  const items = await versions.list(botId, id, { ...paging, indexVersion: INDEX_VERSION });
  const more = items.length > limit;
  const [bytes, zone] = [await versions.bytes(botId, id), await zoneOf({ ledger }, botId)];
  return { items: items.slice(0, limit), more, bytes, zone };
}

/** Versions of all units that were published since a day of the bot's zone: by default the last Monday before today. */
export async function listPublished(
  { versions, ledger, clock }: Pick<Ports, 'clock' | 'ledger' | 'versions'>,
  botId: number,
  { since, offset, limit }: { since?: string | undefined; offset: number; limit: number },
) {
  const zone = await zoneOf({ ledger }, botId);
  const yesterday = addDays(dayAt(zone, clock.now()), -1);
  const day = since === undefined ? addDays(yesterday, -((weekdayOf(yesterday) + 6) % 7)) : parseDay(since);
  const page = await versions.published(botId, { since: startOfDay(zone, day), offset, limit });
  return { ...page, since: printDay(day), zone };
}

/** Goes back to a version. Throws `unit-not-found`, `version-not-found`, `version-live`, `version-not-kept`, `stale-unit`. */
export async function goBack(
  ports: Pick<Ports, 'versions' | 'wakeIndexer'>,
  unit: Unit,
  number: number,
  { by, expectedVersion }: { by: string; expectedVersion: number | undefined },
): Promise<{ unit: Unit; number: number; isIndexed: boolean }> {
  const { botId, id } = unit;
  const request = { by, expectedVersion, indexVersion: INDEX_VERSION };
  const result = await ports.versions.rollBack(botId, id, number, request);
  if (!('conflict' in result)) {
    if (!result.isIndexed) ports.wakeIndexer({ botId, unitId: id });
    return result;
  }
  switch (result.conflict) {
    case 'missing':
      throw new GatewayFault('unit-not-found', { id });
    case 'version-missing':
      throw new GatewayFault('version-not-found', { number });
    case 'stale':
      throw staleUnit(result.unit, {});
    default:
      throw new GatewayFault(result.conflict, { number });
  }
}

type VersionView = AnswerInput<typeof listVersions>['items'][number];

/** Versions that began with an upgrade were made by nobody. */
const BEFORE_VERSIONS = 'before-versions';

export function versionView(version: Version, language: Language): VersionView {
  const { causes, madeOn, publishedOn, textDate, sources, generation, isRead } = version;
  const { number, base, state, publishedBy, passages } = version;
  const on = madeOn.toISOString();
  return {
    number,
    base,
    state,
    causes: causes.length > 0 ? causes : [{ kind: BEFORE_VERSIONS, by: null, on }],
    madeOn: on,
    publishedOn: publishedOn?.toISOString() ?? null,
    publishedBy,
    textDate: textDate?.toISOString() ?? null,
    passages,
    sources: sources.map(({ id, url, name, reason, readOn, passages: count }) => ({
      id,
      name: url ?? name ?? '',
      isAddress: url !== null,
      passages: count,
      readOn: readOn?.toISOString() ?? null,
      reason: reasonView(reason, language),
    })),
    isIndexed: generation !== null,
    isKept: generation !== null || (isRead && passages > 0),
  };
}
