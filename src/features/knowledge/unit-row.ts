import type { Capabilities } from '#contract/capabilities.ts';
import { KNOWLEDGE_SOURCE, type KnowledgeUnit } from '#contract/knowledge.ts';
import type { Reason, UnitAvailability, UnitState } from '#contract/unit-states.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { availabilityOf } from '#src/ui/unit/availability.ts';
import { type DetailedStatus, resolveUnitStatus, shownStatus } from '#src/ui/unit/resolve-unit-status.ts';

/** One row of the Knowledge page. What the gateway does not report is absent, as is all else of a unit that cannot be read. */
export type UnitRow = {
  id: number;
  title: string;
  description: string;
  status?: DetailedStatus | number;
  progress?: number | undefined;
  position?: number | undefined;
  passages?: number | undefined;
  reason?: Reason | undefined;
  files?: number;
  urls?: number;
  /** How many sources failed and answer nothing. */
  failedSources?: number | undefined;
  /** The first failed source, where a repair begins. */
  failure?: UnitState['failure'];
  /** What answers although the last run failed. */
  earlierIndex?: UnitState['earlierIndex'];
  /** Null for nobody, absent where the gateway knows no owners. */
  owner?: UnitState['owner'];
  /** Number of the draft that waits, if any. */
  draft?: UnitState['draft'];
  /** Whether it is in answers; absent where the gateway does not say. */
  validity?: UnitAvailability | undefined;
  /** Null: the gateway does not know. */
  modifiedOn?: string | null;
  /** Date of the oldest text that answers. */
  readOn?: string | null | undefined;
};

type StatusContext = { capabilities: Capabilities | null | undefined; connection: Connection };

function countSources(unit: KnowledgeUnit, kind: number): number {
  return unit.aiKnowledgeSources.filter(({ knowledgeSource }) => knowledgeSource === kind).length;
}

/** A row from a unit, and its state where the gateway reports states. */
export function toUnitRow(
  unit: KnowledgeUnit,
  state: UnitState | undefined,
  context: StatusContext,
): UnitRow {
  return {
    id: unit.id,
    title: unit.title,
    description: unit.description,
    status: state
      ? shownStatus(state)
      : resolveUnitStatus(unit.sourceStatus, context.capabilities, context.connection),
    progress: state?.progress ?? undefined,
    position: state?.position ?? undefined,
    passages: state?.passages,
    reason: state?.reason ?? undefined,
    files: state?.files ?? countSources(unit, KNOWLEDGE_SOURCE.file),
    urls: state?.urls ?? countSources(unit, KNOWLEDGE_SOURCE.url),
    failedSources: state?.failedSources,
    failure: state?.failure ?? null,
    earlierIndex: state?.earlierIndex ?? null,
    owner: state?.owner,
    draft: state?.draft,
    validity: state && availabilityOf(state),
    modifiedOn: unit.modifiedOn,
    readOn: state?.readOn,
  };
}
