import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { dryReadings } from '#gateway/modules/units/services/dry-readings.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Units of a call: each is queued in a transaction of its own. */
const UNITS_PER_CALL = 300;

/** What is read before a unit has it, and what an older reader read. */
export const readingRoutes = routesOf<Ports>()({
  readDry: async ({ ports, botId, language, body }) => ({
    answer: await dryReadings(ports, { botId, language, isRequest: true }, body),
  }),

  getDryReadings: async ({ ports, botId, language, body }) => ({
    answer: await dryReadings(ports, { botId, language }, body),
  }),

  async countOlderReadings({ ports, botId }) {
    return { answer: { units: await ports.jobs.countOlderReaders(botId, READER_VERSION) } };
  },

  async readWithNewReader({ ports, botId, key, audit }) {
    const choice = { readerVersion: READER_VERSION, limit: UNITS_PER_CALL, by: actorName(key) };
    const unitIds = await ports.jobs.queueOlderReaders(botId, choice);
    for (const unitId of unitIds.slice(0, 1)) ports.wakeIndexer({ botId, unitId });
    const queued = unitIds.length;
    audit({ subject: { kind: 'unit', id: '', name: '' }, before: null, after: { units: queued } });
    const remaining = await ports.jobs.countOlderReaders(botId, READER_VERSION);
    return { answer: { queued, remaining } };
  },
});
