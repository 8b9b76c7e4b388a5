import { DOCUMENTED_HEADERS } from './record.ts';

/** How a gateway of this interface may differ where the interface is silent, or looks away. */
export interface Switches {
  /** Path below the origin at which everything is served. */
  prefix: string;
  /** What stands for the segment `Model`. */
  family: string;
  /** Whether units can be listed: not at all, or as a bare array at the path of public documentation. */
  list: 'none' | 'array';
  /** `Response` of a registration; `empty` is the interface's own example. */
  registration: 'empty' | 'string' | 'knowledgeId' | 'id';
  /** `sourceStatus` of a unit: before, during and after indexing, and after a failure. */
  statuses: readonly [waiting: number, indexing: number, ready: number, failed: number];
  /** `2026-11-26T08:00:00Z`, the seven decimals of .NET, or no zone. */
  dates: 'utc' | 'decimals' | 'without-zone';
  /** Headers that pages of other origins may send; `any` allows every method too. */
  allowedHeaders: readonly string[] | 'any';
  /** Whether paths that are not there answer other origins; where CORS is set by route, they do not. */
  corsOnUnknownPaths: boolean;
  /** Refuses fields that the interface does not name. */
  strictBodies: boolean;
  /** Event objects of a streamed answer, which the interface does not show. */
  answerEvents: 'chunk' | 'own';
  /** The request field of a chat's history, which the interface does not name. */
  historyField: string;
  /** What is heard in every record. */
  transcript: string;
}

/** The strictest gateway that the interface allows, and as silent as its examples. */
export const DEFAULTS: Switches = {
  prefix: '/ai/v2',
  family: 'Model',
  list: 'none',
  registration: 'empty',
  statuses: [10, 20, 100, 90],
  dates: 'utc',
  allowedHeaders: DOCUMENTED_HEADERS,
  corsOnUnknownPaths: true,
  strictBodies: true,
  answerEvents: 'chunk',
  historyField: 'Conversation',
  transcript: 'كم مدة التوصيل داخل الرياض؟',
};
