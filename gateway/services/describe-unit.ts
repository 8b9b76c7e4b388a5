import { GatewayFault } from '#gateway/errors.ts';
import type { SectionSummary, Unit, UnitProgress, UnitTimeline } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { readUnit } from './write-unit.ts';

/** Everything that is known of a unit. */
export interface UnitDescription {
  unit: Unit;
  progress: UnitProgress;
  timeline: UnitTimeline;
  sections: SectionSummary[];
  /** Questions that its own sections suggest; none before it can answer. */
  questions: string[];
}

export async function describeUnit(ports: Ports, botId: number, id: number): Promise<UnitDescription> {
  const unit = await readUnit(ports, botId, id);
  const [progress] = await ports.units.progress(botId, [id]);
  const timeline = await ports.units.timeline(botId, id);
  // It may have been deleted in between.
  if (!progress || !timeline) throw new GatewayFault('unit-not-found', { id });
  const { generation } = unit;
  if (generation === null) return { unit, progress, timeline, sections: [], questions: [] };
  const sections = await ports.index.sections(botId, id, generation);
  return { unit, progress, timeline, sections, questions: [] };
}
