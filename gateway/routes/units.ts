import { restorationSchema, unitListQuerySchema, type UnitSort } from '#contract/knowledge.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import { passagesQuerySchema, unitStatesQuerySchema } from '#contract/unit-states.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { UnitQuery } from '#gateway/ports.ts';
import { binUnit, removeUnit, type Removal } from '#gateway/services/units/remove-unit.ts';
import { etagOf } from '#gateway/services/etag.ts';
import { describeUnit } from '#gateway/services/units/describe-unit.ts';
import { removalFields, unitSubject } from '#gateway/services/audit/told-fields.ts';
import { readUnit, reindexUnit, restoreUnit } from '#gateway/services/units/write-unit.ts';
import * as z from 'zod/mini';
import { progressToWire, reasonToWire, sourceStateToWire, unitToWire } from './to-wire.ts';
import { unitIdOf } from './unit-id.ts';

const deleteQuerySchema = z.object({ forever: z.optional(z.enum(['true', 'false'])) });

/** Endpoint 5, the list, and what else is known of units. */
export const unitRoutes = {
  getUnit: bind({
    async handle(call) {
      const unit = await readUnit(call.ports, call.botId, unitIdOf(call));
      return { response: await unitToWire(call, unit), headers: { ETag: etagOf(unit) } };
    },
  }),

  getUnitEnveloped: bind({
    async handle(call) {
      const unit = await readUnit(call.ports, call.botId, unitIdOf(call));
      return { response: await unitToWire(call, unit), headers: { ETag: etagOf(unit) } };
    },
  }),

  listUnits: bind({
    query: unitListQuerySchema,
    async handle(call) {
      const { search, status, binned, offset, limit, sort } = call.query;
      const word = status === undefined ? undefined : STATUS_WORDS[status];
      const { items, total } = await call.ports.units.list(call.botId, {
        ...(search?.trim() ? { search: search.trim() } : {}),
        ...(word ? { status: word } : {}),
        binned: binned === 'true',
        offset,
        limit,
        sort: sortOf(sort),
      });
      return { response: { items: await Promise.all(items.map((unit) => unitToWire(call, unit))), total } };
    },
  }),

  deleteUnit: bind({
    query: deleteQuerySchema,
    async handle(call) {
      const remove = call.query.forever === 'true' ? removeUnit : binUnit;
      const removal = await remove(call.ports, call.botId, unitIdOf(call));
      call.audit({ subject: unitSubject(removal.unit), ...removalFields(removal) });
      return { response: receiptToWire(removal) };
    },
  }),

  restoreUnit: bind({
    body: restorationSchema,
    async handle(call) {
      const { title } = call.body;
      const unit = await restoreUnit(call.ports, call.botId, unitIdOf(call), title);
      const after = { binned: false, ...(title === undefined ? {} : { title: unit.title }) };
      call.audit({ subject: unitSubject(unit), before: { binned: true }, after });
      return { response: await unitToWire(call, unit), headers: { ETag: etagOf(unit) } };
    },
  }),

  reindexUnit: bind({
    async handle(call) {
      const unit = await reindexUnit(call.ports, call.botId, unitIdOf(call));
      call.audit({ subject: unitSubject(unit), before: null, after: null });
      return { response: await unitToWire(call, unit), headers: { ETag: etagOf(unit) } };
    },
  }),

  unitDetails: bind({
    async handle(call) {
      const { unit, progress, timeline, health, sections, questions } = await describeUnit(
        call.ports,
        call.botId,
        unitIdOf(call),
      );
      const { registered, started, read, settled, attempts } = timeline;
      const response = {
        unit: await unitToWire(call, unit),
        etag: etagOf(unit),
        state: progressToWire(progress, call.language),
        timeline: {
          registered: registered.toISOString(),
          started: started?.toISOString() ?? null,
          read: read?.toISOString() ?? null,
          settled: settled?.toISOString() ?? null,
          attempts,
        },
        sources: await Promise.all(
          unit.sources.map((source) => sourceStateToWire(call, source, health.get(source.id))),
        ),
        sections,
        questions,
      };
      return { response, headers: { ETag: etagOf(unit) } };
    },
  }),

  unitPassages: bind({
    query: passagesQuerySchema,
    async handle(call) {
      const { ports, botId, query } = call;
      const { id, generation } = await readUnit(ports, botId, unitIdOf(call));
      if (generation === null) return { response: { items: [], total: 0 } };
      const page = await ports.index.pagePassages(botId, id, generation, query.offset, query.limit);
      const items = page.items.map(({ ordinal, sourceId, sectionTitle, page: number, text }) => ({
        ordinal,
        sourceId,
        sectionTitle,
        page: number ?? null,
        text,
      }));
      return { response: { items, total: page.total } };
    },
  }),

  unitStates: bind({
    query: unitStatesQuerySchema,
    async handle({ ports, botId, query, language }) {
      const ids = [...new Set(query.ids.split(',').map(Number))];
      const states = await ports.units.progress(botId, ids);
      return { response: { items: states.map((state) => progressToWire(state, language)) } };
    },
  }),

  knowledgeSummary: bind({
    async handle({ ports, botId, language }) {
      const { units, passages, failures } = await ports.units.summary(botId);
      return {
        response: {
          units,
          passages,
          failures: failures.map(({ id, title, on, reason }) => ({
            id,
            title,
            on: on.toISOString(),
            reason: reasonToWire(reason, language),
          })),
        },
      };
    },
  }),
};

function sortOf(sort: UnitSort): UnitQuery['sort'] {
  const descending = sort.startsWith('-');
  const by = sort.replace('-', '') as 'title' | 'createdOn' | 'modifiedOn' | 'sourceStatus';
  return { by: by === 'sourceStatus' ? 'status' : by, descending };
}

function receiptToWire({ id, title, keptUntil, passages, sources, files }: Removal) {
  return {
    id,
    title,
    forever: keptUntil === null,
    keptUntil: keptUntil?.toISOString() ?? null,
    removed: { passages, sources, files },
  };
}
