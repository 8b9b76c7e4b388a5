import { GatewayFault } from '#gateway/core/errors.ts';
import type { Source, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { findSource } from './change-sources.ts';
import { readUnit } from './write-unit.ts';

/** Characters of the text that answers, for the comparison with the newer one. */
const MAX_CHARACTERS = 100_000;
const PASSAGES_PER_PAGE = 100;

/** A newer text of a page that waits for a person. */
interface HeldUpdate {
  source: Source;
  before: string;
  after: string;
}

/** Throws the faults `unit-not-found`, `source-not-found` and `update-not-held`. */
export async function readHeldUpdate(
  ports: Pick<Ports, 'index' | 'units'>,
  botId: number,
  id: number,
  sourceId: number,
): Promise<HeldUpdate> {
  const unit = await readUnit(ports, botId, id);
  const source = findSource(unit, sourceId);
  const after = await ports.units.heldText(botId, id, sourceId);
  if (after === undefined) throw new GatewayFault('update-not-held', { id: sourceId });
  return { source, before: await readBeginning(ports, unit, sourceId), after };
}

/** Takes the copy of a page that was fetched last, or keeps what answers. Throws as `readHeldUpdate`. */
export async function decideUpdate(
  ports: Pick<Ports, 'units' | 'wakeIndexer'>,
  botId: number,
  id: number,
  { sourceId, take }: { sourceId: number; take: boolean },
): Promise<Unit> {
  findSource(await readUnit(ports, botId, id), sourceId);
  const unit = await ports.units.decideUpdate(botId, id, sourceId, take);
  if (!unit) throw new GatewayFault('update-not-held', { id: sourceId });
  if (take) ports.wakeIndexer({ botId, unitId: id });
  return unit;
}

/** Published passages of a source, up to so many characters. */
async function readBeginning(
  { index }: Pick<Ports, 'index'>,
  { botId, id, generation }: Unit,
  sourceId: number,
): Promise<string> {
  let text = '';
  if (generation === null) return text;
  for (let offset = 0; text.length < MAX_CHARACTERS; offset += PASSAGES_PER_PAGE) {
    const { items } = await index.pagePassages(botId, id, generation, offset, PASSAGES_PER_PAGE);
    for (const passage of items) if (passage.sourceId === sourceId) text += `${passage.text}\n\n`;
    if (items.length < PASSAGES_PER_PAGE) break;
  }
  return text.slice(0, MAX_CHARACTERS);
}
