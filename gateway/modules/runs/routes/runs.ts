import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/runs/ports/ports.ts';
import { readableOrigin, readableRun } from '#gateway/modules/runs/services/readable-run.ts';
import { viewRun, viewSummary } from '#gateway/modules/runs/services/view-run.ts';

/** Runs of a bot (extension). */
export const runRoutes = routesOf<Ports>()({
  async listRuns({ ports, botId, key, query: { search, band, mine, origin, verdict, before, limit } }) {
    const [askedOn = '', ...id] = before?.split('-') ?? [];
    const items = await ports.runs.list(botId, {
      ...(search?.trim() ? { search: search.trim() } : {}),
      ...(band === undefined ? {} : { band }),
      ...(verdict === undefined ? {} : { verdict }),
      ...omitUndefined({ origin: readableOrigin(key, origin) }),
      ...(mine === undefined ? {} : { family: key.family }),
      ...(before === undefined ? {} : { before: { askedOn: Number(askedOn), id: id.join('-') } }),
      // One more tells whether there is a further page.
      limit: limit + 1,
    });
    const last = items.length > limit ? items[limit - 1] : undefined;
    return {
      answer: {
        items: items.slice(0, limit).map((run) => viewSummary(run, key)),
        next: last ? `${last.askedOn.getTime()}-${last.id}` : null,
      },
    };
  },

  async getRun({ ports, botId, key, language, params: { runId } }) {
    const stored = await readableRun(ports, botId, key, runId);
    const deletable = hasRight(key.role, 'deleteRuns');
    return { answer: await viewRun(ports, stored, { key, language, deletable }) };
  },

  async deleteRun({ ports, botId, params: { runId }, audit }) {
    const stored = await ports.runs.get(botId, runId);
    if (!stored || !(await ports.runs.remove(botId, runId))) throw new GatewayFault('run-not-found');
    const { askedOn, keyName, question } = stored.run;
    const before = { askedOn: askedOn.toISOString(), askedBy: keyName };
    audit({ subject: { kind: 'run', id: runId, name: question }, before, after: null });
    return { answer: { deleted: true } };
  },
});
