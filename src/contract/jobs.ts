/** Extensions: background work, which waits in one queue. */
import * as z from 'zod/mini';
import { paginationQuery, queryInteger } from './pagination.ts';
import type { Right } from './rights.ts';
import { reasonSchema } from './unit-states.ts';

/**
 * `index`: a unit is fetched, read and indexed. `read`: a file or address is read before a unit has it. `deliver`: a message is sent to a webhook. `embed`: vectors are made for a
 * bot. `evaluate`: the tests of a bot are asked. `prove`: they are asked over drafts. `chore`: upkeep of the whole gateway, which comes again.
 */
export const JOB_KINDS = ['index', 'read', 'deliver', 'embed', 'evaluate', 'prove', 'chore'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Rights that changing jobs needs beside the right of the operation: those of the work itself. */
export const JOB_RIGHTS = {
  index: 'editKnowledge',
  read: 'editKnowledge',
  deliver: 'manageWebhooks',
  embed: 'manageModels',
  evaluate: 'manageTests',
  prove: 'editKnowledge',
  chore: 'manageBots',
} as const satisfies Record<JobKind, Right>;

/** Kinds with an end that a person can bring about; other kinds come again, and can be paused. */
export const CANCELLABLE_KINDS: readonly JobKind[] = ['index', 'read', 'deliver', 'evaluate', 'prove'];

/**
 * `waiting`: can begin now. `retrying`: waits after a try in vain. `scheduled`: waits for its time. `paused`: waits until
 * its kind is resumed.
 */
export const JOB_STATES = ['running', 'waiting', 'retrying', 'scheduled', 'paused'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The bot of jobs for the whole gateway, and of a pause for every bot. */
export const ALL_BOTS = 0;
const bot = queryInteger(ALL_BOTS, Number.MAX_SAFE_INTEGER);

/** Names a job: kind and subject within a bot. */
export const jobParams = z.object({ id: bot, kind: z.enum(JOB_KINDS), subject: z.string() });
/** Names a kind of one bot, or of every bot. */
export const jobKindParams = z.object({ id: bot, kind: z.enum(JOB_KINDS) });

/** Query of the list; without `bot`, jobs of all bots that the key is good for. */
export const jobListQuerySchema = z.object({
  bot: z.optional(bot),
  kind: z.optional(z.enum(JOB_KINDS)),
  state: z.optional(z.enum(JOB_STATES)),
  ...paginationQuery,
});
/** Query of the kinds, with the same meaning of `bot`. */
export const jobKindsQuerySchema = z.object({ bot: z.optional(bot) });

/**
 * `subject`: id of the unit, reading or delivery, `tests`, or name of the chore; `name`: title of the unit, name of the file or webhook, or the address, null
 * without one. `botName`: null for jobs of the whole gateway. `progress`: share that is done, 0..1, null until known.
 * `tries`: tries in vain, and the one under way. `queuedOn`: since when the work is wanted. `nextOn`: from when the job can
 * begin, null while it runs. `first`: was put before the others of its bot and kind. `reason`: of the last failure.
 */
export const jobSchema = z.object({
  botId: z.int(),
  botName: z.nullable(z.string()),
  kind: z.enum(JOB_KINDS),
  subject: z.string(),
  name: z.nullable(z.string()),
  state: z.enum(JOB_STATES),
  progress: z.nullable(z.number()),
  tries: z.int(),
  queuedOn: z.string(),
  nextOn: z.nullable(z.string()),
  first: z.boolean(),
  reason: z.nullable(reasonSchema),
});
export type Job = z.infer<typeof jobSchema>;
/** Jobs under way first, then in the order in which they begin, bots apart. */
export const jobListSchema = z.object({ items: z.array(jobSchema), total: z.int() });
export type JobList = z.infer<typeof jobListSchema>;

/** Every kind, with its jobs and its pauses; `waiting` counts every job that does not run. */
export const jobKindsSchema = z.object({
  items: z.array(
    z.object({
      kind: z.enum(JOB_KINDS),
      running: z.int(),
      waiting: z.int(),
      pauses: z.array(z.object({ botId: z.int(), botName: z.nullable(z.string()), pausedOn: z.string() })),
    }),
  ),
});
export type JobKindView = z.infer<typeof jobKindsSchema>['items'][number];

/** Begins no further job of a kind, or goes on with it. Jobs under way are finished. */
export const jobPauseSchema = z.object({ paused: z.boolean() });
