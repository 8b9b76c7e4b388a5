import { GatewayFault } from '#gateway/errors.ts';
import type { SectionSummary, Unit, UnitProgress, UnitTimeline } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import type { ReadHealth } from '#gateway/text/document.ts';
import { suggestQuestions } from '#gateway/text/suggest-questions.ts';
import { readUnit } from './write-unit.ts';

/** Everything that is known of a unit. */
export interface UnitDescription {
  unit: Unit;
  progress: UnitProgress;
  timeline: UnitTimeline;
  /** By source id. */
  health: ReadonlyMap<number, ReadHealth>;
  sections: SectionSummary[];
  /** Questions that its own sections suggest; none before it can answer. */
  questions: string[];
}

/** Sections whose first passage is looked at for questions it asks itself. */
const ASKED_SECTIONS = 30;

export async function describeUnit(ports: Ports, botId: number, id: number): Promise<UnitDescription> {
  const unit = await readUnit(ports, botId, id);
  const [progress] = await ports.units.progress(botId, [id]);
  const timeline = await ports.units.timeline(botId, id);
  const health = await ports.units.health(botId, id);
  // It may have been deleted in between.
  if (!progress || !timeline) throw new GatewayFault('unit-not-found', { id });
  const { generation } = unit;
  if (generation === null) return { unit, progress, timeline, health, sections: [], questions: [] };
  const sections = await ports.index.sections(botId, id, generation);
  const opening = await ports.index.readPassages(
    botId,
    id,
    generation,
    sections.slice(0, ASKED_SECTIONS).map(({ firstOrdinal }) => firstOrdinal),
  );
  const texts = new Map(opening.map(({ ordinal, text }) => [ordinal, text] as const));
  const questions = suggestQuestions(
    sections.map(({ title, firstOrdinal }) => {
      const text = texts.get(firstOrdinal);
      return text === undefined ? { title } : { title, text };
    }),
    detectLanguage(opening.map(({ text }) => text).join('\n') || unit.title),
  );
  return { unit, progress, timeline, health, sections, questions };
}
