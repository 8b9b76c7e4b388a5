/** Situations that people report of knowledge bases, as cases: what goes in, and what must hold of the settled unit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** A text, or several of which one will do. */
const wantedSchema = z.union([z.string(), z.array(z.string())]);
export type Wanted = z.infer<typeof wantedSchema>;
const groupsSchema = z.array(z.array(wantedSchema));

const conditionSchema = z.strictObject({
  /** 2 ready, 3 failed. */
  status: z.optional(z.literal([2, 3])),
  refused: z.optional(z.literal(true)),
  /** Texts in the passages, section titles included. */
  must: z.optional(z.array(wantedSchema)),
  mustNot: z.optional(z.array(wantedSchema)),
  order: z.optional(z.array(wantedSchema)),
  /** Texts that a line of a passage, with its section title, holds together. */
  line: z.optional(groupsSchema),
  /** Lines that do not occur. */
  noLine: z.optional(z.array(z.string())),
  /** Texts that a passage with its section title holds together. */
  together: z.optional(groupsSchema),
  /** By a text: part of the section title, or the page, of a passage that holds it. */
  section: z.optional(z.record(z.string(), z.string())),
  page: z.optional(z.record(z.string(), z.int())),
  /** Whether the source carries a warning. */
  warns: z.optional(z.boolean()),
  noHealth: z.optional(z.array(z.string())),
  reason: z.optional(z.array(z.string())),
  reasonNot: z.optional(z.array(z.string())),
  asks: z.optional(
    z.array(
      z.strictObject({
        q: z.string(),
        answer: z.optional(z.array(wantedSchema)),
        answerNot: z.optional(z.array(wantedSchema)),
        band: z.optional(z.array(z.string())),
      }),
    ),
  ),
});
export type Condition = z.infer<typeof conditionSchema>;

const routeSchema = z.strictObject({
  path: z.string(),
  status: z._default(z.int(), 200),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ''),
  /** A file of the folder in place of `body`. */
  bodyFile: z.optional(z.string()),
  /** How the body is compressed, whatever the headers say. */
  pack: z.optional(z.enum(['gzip', 'deflate', 'raw-deflate', 'br'])),
  /** Only for requests with this cookie. */
  cookie: z.optional(z.string()),
});
export type Route = z.infer<typeof routeSchema>;

const caseSchema = z.strictObject({
  ...conditionSchema.shape,
  id: z.string(),
  title: z.string(),
  /** A public report of the same or of a near situation. */
  report: z.optional(z.nullable(z.string())),
  /** Uploaded as `name`, if given. */
  file: z.optional(z.string()),
  name: z.optional(z.string()),
  /** A path of the site that answers by `routes`. */
  url: z.optional(z.string()),
  routes: z._default(z.array(routeSchema), []),
  /** One of these must hold. */
  either: z.optional(z.array(conditionSchema)),
});
export type ReportCase = z.infer<typeof caseSchema>;

/** The cases of a folder, which `expected.json` lists. Throws where the list is not of this form. */
export function readCases(folder: string): ReportCase[] {
  const file = readFileSync(join(folder, 'expected.json'), 'utf8');
  return z.array(caseSchema).parse(JSON.parse(file));
}
