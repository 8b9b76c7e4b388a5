import type { AccidentCode } from '#contract/reasons.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Source, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { ChangeRequest } from '#gateway/modules/units/ports/units.ts';
import { findSource } from './change-sources.ts';
import { MAX_HELD_CHARACTERS } from './indexing/hold-update.ts';
import { readPublished } from './indexing/keep-published.ts';
import { readUnit } from './write-unit.ts';

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
  { sourceId, ...decision }: ChangeRequest & { sourceId: number; take: boolean; always: boolean },
): Promise<Unit> {
  findSource(await readUnit(ports, botId, id), sourceId);
  const unit = await ports.units.decideUpdate(botId, id, sourceId, decision);
  if (!unit) throw new GatewayFault('update-not-held', { id: sourceId });
  if (decision.take) ports.wakeIndexer({ botId, unitId: id });
  return unit;
}

/** Has copies of an address wait again for a kind of accident. Throws `unit-not-found` and `source-not-found`. */
export async function withdrawAcceptance(
  ports: Pick<Ports, 'units'>,
  botId: number,
  id: number,
  { sourceId, accident }: { sourceId: number; accident: AccidentCode },
): Promise<Unit> {
  findSource(await readUnit(ports, botId, id), sourceId);
  const unit = await ports.units.withdrawAcceptance(botId, id, sourceId, accident);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  return unit;
}

/** The beginning of the published text of a source. */
async function readBeginning(ports: Pick<Ports, 'index'>, unit: Unit, sourceId: number): Promise<string> {
  let text = '';
  for await (const passages of readPublished(ports, unit, sourceId)) {
    for (const passage of passages) text += `${passage.text}\n\n`;
    if (text.length >= MAX_HELD_CHARACTERS) break;
  }
  return text.slice(0, MAX_HELD_CHARACTERS);
}
