import type { UnitSort } from '#contract/knowledge.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { asksForDrafts } from '#gateway/http/asks-for-drafts.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { UnitQuery } from '#gateway/modules/units/ports/units.ts';
import { removalFields, unitSubject, validityFields } from '#gateway/modules/units/services/audit-units.ts';
import { findKnown } from '#gateway/modules/units/services/find-known.ts';
import {
  decideUpdate,
  readHeldUpdate,
  withdrawAcceptance,
} from '#gateway/modules/units/services/held-updates.ts';
import { takenTitles } from '#gateway/modules/units/services/taken-titles.ts';
import {
  describeUnit,
  progressView,
  reasonView,
  receiptView,
  sourceStateView,
  timelineView,
  unitView,
  waitReasonOf,
} from '#gateway/modules/units/services/unit-views.ts';
import {
  etagOf,
  moveUnitToBin,
  queueReindex,
  readUnit,
  readUnitToChange,
  removeUnit,
  setUnitOwner,
  setUnitValidity,
  unitHeaders,
} from '#gateway/modules/units/services/write-unit.ts';
import { changeRequest } from './change-request.ts';

/** Endpoint 5, the list, and what else is known of units. */
export const unitRoutes = routesOf<Ports>()({
  getUnit: replyWithUnit,
  getUnitEnveloped: replyWithUnit,

  async listUnits(call) {
    const { search, status, partlyReady, updateFailed, available, owner, offset, limit, sort } = call.query;
    const word = status === undefined ? undefined : STATUS_WORDS[status];
    const { items, total } = await call.ports.units.list(call.botId, {
      ...(search?.trim() ? { search: search.trim() } : {}),
      ...(word ? { status: word } : {}),
      ...(partlyReady === undefined ? {} : { isPartlyReady: partlyReady === 'true' }),
      ...(updateFailed === undefined ? {} : { hasUpdateFailed: updateFailed === 'true' }),
      ...(available === undefined ? {} : { isAvailable: available === 'true' }),
      ...(owner === undefined ? {} : { ownerId: ownerOf(owner, call.key) }),
      offset,
      limit,
      sort: sortOf(sort),
    });
    return { answer: { items: await Promise.all(items.map((unit) => unitView(call, unit))), total } };
  },

  findKnown: async ({ ports, botId, body }) => ({ answer: await findKnown(ports, botId, body) }),

  findTakenTitles: async ({ ports, botId, body }) => ({
    answer: { items: await takenTitles(ports, botId, body.titles) },
  }),

  async deleteUnit(call) {
    const remove = call.query.forever === 'true' ? removeUnit : moveUnitToBin;
    const removal = await remove(call.ports, call.botId, call.params.knowledgeId);
    call.audit({ subject: unitSubject(removal.unit), ...removalFields(removal) });
    return { answer: receiptView(removal) };
  },

  async reindexUnit(call) {
    const unit = await queueReindex(call.ports, call.botId, call.params.knowledgeId, changeRequest(call));
    call.audit({ subject: unitSubject(unit), before: null, after: null });
    return replyWith(call, unit);
  },

  async setUnitOwner({ ports, botId, params, body, audit }) {
    const { unit, before, after } = await setUnitOwner(ports, botId, params.knowledgeId, body.personId);
    audit({
      subject: unitSubject(unit),
      before: { owner: before?.name ?? null },
      after: { owner: after?.name ?? null },
    });
    return { answer: { owner: after } };
  },

  async setUnitAvailability({ ports, botId, params, body, audit }) {
    const { off, validFrom, validUntil } = body;
    const { unit, before, after } = await setUnitValidity(ports, botId, params.knowledgeId, {
      isOff: off,
      validFrom: validFrom === null ? null : new Date(validFrom),
      validUntil: validUntil === null ? null : new Date(validUntil),
    });
    audit({ subject: unitSubject(unit), before: validityFields(before), after: validityFields(after) });
    return { answer: { ...validityFields(after), availability: after.availability } };
  },

  async heldUpdate({ ports, botId, language, params: { knowledgeId, sourceId } }) {
    const { source, before, after } = await readHeldUpdate(ports, botId, knowledgeId, sourceId);
    const { fetched, file, readOn, reason, url } = source;
    const answer = {
      reason: reasonView(reason, language),
      url: fetched?.finalUrl ?? url ?? '',
      fetchedOn: (file?.createdOn ?? fetched?.on ?? new Date(0)).toISOString(),
      readOn: readOn?.toISOString() ?? null,
      before,
      after,
    };
    return { answer };
  },

  async decideUpdate(call) {
    const { ports, botId, body, params } = call;
    const unit = await decideUpdate(ports, botId, params.knowledgeId, {
      sourceId: params.sourceId,
      take: body.take,
      always: body.always,
      ...changeRequest(call),
    });
    const after = { newTextTaken: body.take, ...(body.always ? { acceptedAlways: true } : {}) };
    call.audit({ subject: unitSubject(unit), before: null, after });
    return replyWith(call, unit);
  },

  async withdrawAcceptance(call) {
    const { ports, botId, params } = call;
    const unit = await withdrawAcceptance(ports, botId, params.knowledgeId, params);
    call.audit({
      subject: unitSubject(unit),
      before: { acceptedAlways: true },
      after: { acceptedAlways: false },
    });
    return replyWith(call, unit);
  },

  async unitDetails(call) {
    const { unit, progress, timeline, health, sections, questions } = await describeUnit(
      call.ports,
      call.botId,
      call.params.knowledgeId,
    );
    const { sources: shown } = asksForDrafts(call)
      ? await readUnitToChange(call.ports, unit.botId, unit.id)
      : unit;
    const answer = {
      unit: await unitView(call, unit),
      etag: etagOf(unit),
      state: progressView(progress, {
        language: call.language,
        now: call.ports.clock.now(),
        waitReason: await waitReasonOf(call.ports),
      }),
      timeline: timelineView(timeline),
      sources: await Promise.all(shown.map((source) => sourceStateView(call, source, health.get(source.id)))),
      sections,
      questions,
    };
    return { answer, headers: unitHeaders(unit) };
  },

  async unitPassages(call) {
    const { ports, botId, query } = call;
    const { id, generation } = await readUnit(ports, botId, call.params.knowledgeId);
    if (generation === null) return { answer: { items: [], total: 0 } };
    const page = await ports.index.pagePassages(botId, id, generation, query.offset, query.limit);
    const items = page.items.map(({ firstBlock: _first, lastBlock: _last, ...passage }) => ({
      ...passage,
      page: passage.page ?? null,
    }));
    return { answer: { items, total: page.total } };
  },

  async unitStates({ ports, botId, query, language }) {
    const ids = [...new Set(query.ids.split(',').map(Number))];
    const states = await ports.units.progress(botId, ids);
    const context = { language, now: ports.clock.now(), waitReason: await waitReasonOf(ports) };
    return { answer: { items: states.map((state) => progressView(state, context)) } };
  },

  async knowledgeSummary({ ports, botId, language }) {
    const { units, binned, updating, unavailable, newDrafts, passages, failures } =
      await ports.units.summary(botId);
    return {
      answer: {
        units,
        binned,
        updating,
        unavailable,
        newDrafts,
        passages,
        dataDamagedOn: ports.dataDamage.foundOn()?.toISOString() ?? null,
        diskFull: (await waitReasonOf(ports)) !== null,
        failures: failures.map(({ id, title, on, reason, sourceId, isPartlyReady, hasUpdateFailed }) => ({
          id,
          title,
          on: on.toISOString(),
          reason: reasonView(reason, language),
          sourceId,
          partlyReady: isPartlyReady,
          updateFailed: hasUpdateFailed,
        })),
      },
    };
  },
});

async function replyWithUnit(call: Call<Ports> & { params: { knowledgeId: number } }) {
  return replyWith(call, await readUnit(call.ports, call.botId, call.params.knowledgeId));
}

export async function replyWith(call: Call<Ports>, unit: Unit) {
  return { answer: await unitView(call, unit), headers: unitHeaders(unit) };
}

/** A key without a person owns nothing. */
function ownerOf(owner: string, { person }: StoredKey): string | null {
  if (owner === 'nobody') return null;
  return owner === 'mine' ? (person?.id ?? '') : owner;
}

function sortOf(sort: UnitSort): UnitQuery['sort'] {
  const descending = sort.startsWith('-');
  const by = sort.replace('-', '') as 'title' | 'createdOn' | 'modifiedOn' | 'sourceStatus';
  return { by: by === 'sourceStatus' ? 'status' : by, descending };
}
