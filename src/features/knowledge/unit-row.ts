import type { Capabilities } from '#contract/capabilities.ts';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { StatusWord } from '#contract/source-status.ts';
import type { Reason, UnitState } from '#contract/unit-states.ts';
import type { Connection } from '#src/api/connection.ts';
import type { CataloguedUnit } from '#src/api/local-catalogue.ts';
import { statusOf } from '#src/api/status-of.ts';

/** One line of the Knowledge page; what a gateway does not tell is undefined. */
export type UnitRow = {
  id: number;
  title: string;
  description: string;
  status: StatusWord | number | undefined;
  progress: number | undefined;
  position: number | undefined;
  passages: number | undefined;
  reason: Reason | undefined;
  files: number | undefined;
  urls: number | undefined;
  /** How many of its sources failed. */
  failedSources: number | undefined;
  changed: string | undefined;
};

type Meaning = { capabilities: Capabilities | null | undefined; connection: Connection };

function countSources(unit: KnowledgeUnit, kind: number): number {
  return unit.aiKnowledgeSources.filter(({ knowledgeSource }) => knowledgeSource === kind).length;
}

/** A row from the unit as the list or byId gives it, and its state where the gateway tells states. */
export function rowOf(unit: KnowledgeUnit, state: UnitState | undefined, meaning: Meaning): UnitRow {
  return {
    id: unit.id,
    title: unit.title,
    description: unit.description,
    status: state?.status ?? statusOf(unit.sourceStatus, meaning.capabilities, meaning.connection),
    progress: state?.progress ?? undefined,
    position: state?.position ?? undefined,
    passages: state?.passages,
    reason: state?.reason ?? undefined,
    files: state?.files ?? countSources(unit, KNOWLEDGE_SOURCE.file),
    urls: state?.urls ?? countSources(unit, KNOWLEDGE_SOURCE.url),
    failedSources: state?.failedSources,
    changed: unit.modifiedOn,
  };
}

/** A row of the local catalogue whose unit could not be read. */
export function unreadRow({ id, title, description }: CataloguedUnit): UnitRow {
  return {
    id,
    title,
    description,
    status: undefined,
    progress: undefined,
    position: undefined,
    passages: undefined,
    reason: undefined,
    files: undefined,
    urls: undefined,
    failedSources: undefined,
    changed: undefined,
  };
}
