import type { Contradiction } from '#contract/contradictions.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { StoredContradiction, StoredStatement } from '#gateway/modules/contradictions/model.ts';
import type { Ports } from '#gateway/modules/contradictions/ports/ports.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Contradictions of the knowledge (extension). */
export const contradictionRoutes = routesOf<Ports>()({
  async listContradictions({ ports, botId, query: { state, offset, limit } }) {
    const titles = await titlesOf(ports, botId);
    const stored = await ports.contradictions.list(botId, state);
    // Units that were binned since, or do not answer, contradict nothing now.
    const items = stored.flatMap((contradiction) => toView(contradiction, titles) ?? []);
    return { answer: { items: items.slice(offset, offset + limit), total: items.length } };
  },

  async dismissContradiction({ ports, botId, key, params, body: { dismissed }, audit }) {
    const id = params.contradictionId;
    const dismissal = dismissed ? { by: actorName(key), on: ports.clock.now() } : null;
    const before = await ports.contradictions.get(botId, id);
    const titles = await titlesOf(ports, botId);
    const isListed = before !== undefined && toView(before, titles) !== undefined;
    const after = isListed ? await ports.contradictions.dismiss(botId, id, dismissal) : undefined;
    const view = after && toView(after, titles);
    if (!before || !after || !view) throw new GatewayFault('contradiction-not-found', { id });
    const subject = { kind: 'contradiction', id: String(id), name: after.newer.quote.slice(0, 100) } as const;
    audit({ subject, before: { state: before.state }, after: { state: after.state } });
    return { answer: view };
  },
});

async function titlesOf({ units }: Pick<Ports, 'units'>, botId: number): Promise<Map<number, string>> {
  return new Map((await units.listSearchable(botId)).map(({ id, title }) => [id, title]));
}

function toView(
  { id, state, foundOn, newer, older, dismissedBy, dismissedOn }: StoredContradiction,
  titles: ReadonlyMap<number, string>,
): Contradiction | undefined {
  const sides = [newer, older].flatMap((statement) => toSide(statement, titles) ?? []);
  const [first, second] = sides;
  if (!first || !second) return undefined;
  return {
    id,
    state,
    foundOn: foundOn.toISOString(),
    newer: first,
    older: second,
    dismissedBy,
    dismissedOn: dismissedOn?.toISOString() ?? null,
  };
}

function toSide(
  { unitId, sourceId, ordinal, section, quote, readOn }: StoredStatement,
  titles: ReadonlyMap<number, string>,
): Contradiction['newer'] | undefined {
  const title = titles.get(unitId);
  const textOn = readOn === null ? null : new Date(readOn).toISOString();
  return title === undefined ? undefined : { unitId, sourceId, title, ordinal, section, quote, textOn };
}
