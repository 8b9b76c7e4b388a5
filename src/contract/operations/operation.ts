/**
 * The shape of an operation: one call of the API with all that gateway, dashboard, tests and documentation need of it.
 * Operations are plain objects without side effects: the dashboard imports single ones, and its bundler drops the rest.
 */

import type * as z from 'zod/mini';
import type { AuditSubject } from '#contract/audit.ts';
import type { FaultCode } from '#contract/faults.ts';
import type { HEADERS } from '#contract/headers.ts';
import type { Right } from '#contract/rights.ts';
import type { UnnamedField } from '#contract/unnamed-fields.ts';
import type { Ledger } from '#contract/usage.ts';

export interface Operation {
  /** Key in `OPERATIONS`; names the calls in audit log, usage and metrics. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{Model}` is the model family: a setting on both sides. */
  path: string;
  /** One sentence for OpenAPI and the documentation. */
  summary: string;
  /** `documented`: one of the nine endpoints of the interface. */
  kind: 'documented' | 'extension';
  /** Credential of the caller: a key, a sign-in code in the body, the signature in a file's address, or none. */
  credential: 'key' | 'code' | 'signature' | 'none';
  /** Right that the role of the key must include. */
  right: Right;
  /** Path parameters, as text. `botId` also equals the header `x-bot`, as a number. */
  params?: z.ZodMiniType;
  /** Fault for a path parameter without a match; a value that cannot exist, such as text for a number, counts too. */
  notFound?: FaultCode;
  /** The query, as text. */
  query?: z.ZodMiniType;
  /**
   * Request headers beyond those of every call, none of them in the interface; `Idempotency-Key` follows from
   * `idempotent`.
   */
  requestHeaders?: readonly Header[];
  body: RequestBody;
  /** Body fields that the interface describes without showing their names. */
  unnamedFields?: readonly UnnamedField[];
  answer: Answer;
  /** Response headers beyond those of every call; `X-Charge` follows from `charged`, streams aside. */
  responseHeaders?: readonly Header[];
  /** The ledger that `Consumption` reports. */
  ledger: Ledger;
  /** Whether calls spend from the ledger; a charged call may answer 402. */
  charged: boolean;
  /** Whether the limit of concurrent calls applies (429). Every charged operation is limited. */
  limited: boolean;
  /** Honours `Idempotency-Key`. */
  idempotent: boolean;
  /** Subject of the audit event: its kind, and the path parameter with its id. Null: the operation changes nothing. */
  audited: { kind: AuditSubject; param?: string } | null;
  /** Whether an archived bot refuses the operation. */
  requiresActiveBot: boolean;
  /**
   * Whether calls add data that stays: always, or when the body has a field. Refused with `storage-full` while only the
   * disk reserve is left, which the other operations may use.
   */
  addsData: boolean | { with: string };
  /** Faults beyond the ones derived from the rest of the operation (`faultsOf`). */
  faults?: readonly FaultCode[];
  /** Query and body of a valid call; of a multipart body the text fields. `EXAMPLE_PARAMS` has the names of its path. */
  example?: { query?: Record<string, string>; body?: unknown };
}

type Header = (typeof HEADERS)[keyof typeof HEADERS];

/** Rules about several fields, which the handler keeps: its faults name them. */
export interface FieldRules {
  /** Fields with one value only. A field that defaults to another value is required. */
  fixed?: Readonly<Record<string, boolean>>;
  /** One of the fields is sent, and no other of them. */
  exactlyOne?: readonly string[];
  /** One of the fields at least is sent. */
  atLeastOne?: readonly string[];
}

/**
 * `optional-json`: an absent body counts as `{}`. `maxBytes` is `JSON_BODY_LIMIT` by default; uploads follow a setting. `file` is
 * the name of the file part; `schema` describes the text parts.
 */
export type RequestBody =
  | { form: 'none' }
  | { form: 'json' | 'optional-json'; schema: z.ZodMiniType; maxBytes?: number; rules?: FieldRules }
  | {
      form: 'multipart';
      schema: z.ZodMiniType;
      file: string;
      fileOptional?: boolean;
      rules?: FieldRules;
    };

/**
 * `schema`: response of this gateway. `lenient`: response that the dashboard also accepts from other gateways. A stream
 * ends with its `last` event or with a fault event (`faultEventSchema`); without either, the stream was cut.
 */
export type Answer =
  | { as: 'envelope' | 'plain'; schema: z.ZodMiniType; lenient?: z.ZodMiniType }
  | { as: 'events'; event: z.ZodMiniType; last: z.ZodMiniType }
  | { as: 'file'; types: readonly string[] };

const call = {
  body: { form: 'none' },
  kind: 'extension',
  credential: 'key',
  ledger: 'text',
  charged: false,
  limited: false,
  idempotent: false,
  audited: null,
  requiresActiveBot: false,
  addsData: false,
} as const;
/** Reads without a change. */
export const reads = { ...call, method: 'GET' } as const;
/** Changes of the installation, possible while the bot is archived. */
export const manages = { ...call, method: 'POST' } as const;
/** Changes of the bot's knowledge. */
export const edits = { ...call, method: 'POST', right: 'editKnowledge', requiresActiveBot: true } as const;
/** Calls that spend quota. */
export const spends = {
  ...call,
  method: 'POST',
  right: 'ask',
  charged: true,
  limited: true,
  requiresActiveBot: true,
} as const;

type InputOf<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : never;
type Nothing = Record<string, never>;

/** Path parameters as a client passes them: texts, or numbers for ids. */
export type ParamsInput<Op extends Operation> = Op extends { params: infer Schema extends z.ZodMiniType }
  ? {
      [Name in keyof z.input<Schema>]: z.input<Schema>[Name] extends infer Text
        ? Text | (string extends Text ? number : never)
        : never;
    }
  : Nothing;
/** Path parameters as a handler gets them. */
export type ParamsOutput<Op extends Operation> = Op extends { params: infer Schema }
  ? OutputOf<Schema>
  : Nothing;

/** A query as a client passes it: numbers may stay numbers, undefined members are left out. */
export type QueryInput<Op extends Operation> = Op extends { query: infer Schema extends z.ZodMiniType }
  ? {
      [Name in keyof z.input<Schema>]:
        | z.input<Schema>[Name]
        | (Name extends keyof z.output<Schema> ? Extract<z.output<Schema>[Name], number> : never)
        | undefined;
    }
  : Nothing;
/** The same as a handler gets it, defaults filled in. */
export type QueryOutput<Op extends Operation> = Op extends { query: infer Schema }
  ? OutputOf<Schema>
  : Nothing;

/** A body as a client sends it; of a multipart body the text fields. */
export type BodyInput<Op extends Operation> = Op['body'] extends { schema: infer Schema }
  ? InputOf<Schema>
  : undefined;
/** The same as a handler gets it, defaults filled in. */
export type BodyOutput<Op extends Operation> = Op['body'] extends { schema: infer Schema }
  ? OutputOf<Schema>
  : undefined;

/**
 * Result of a handler: the response without its envelope, one event of a stream, or a whole `Response` for a file. The
 * schemas transform nothing; members with a default are required here, since only other gateways leave them out.
 */
export type AnswerInput<Op extends Operation> = Op['answer'] extends { event: infer Event; last: infer Last }
  ? OutputOf<Event> | OutputOf<Last>
  : Op['answer'] extends { schema: infer Schema }
    ? OutputOf<Schema>
    : Response;
/** Result of a client's call: the response without its envelope, one event of a stream, or the bytes of a file. */
export type AnswerOutput<Op extends Operation> = Op['answer'] extends { event: infer Event; last: infer Last }
  ? OutputOf<Event> | OutputOf<Last>
  : Op['answer'] extends { lenient: infer Schema }
    ? OutputOf<Schema>
    : Op['answer'] extends { schema: infer Schema }
      ? OutputOf<Schema>
      : Blob;

/** The path of an operation with its values put in, percent-encoded. */
export function pathOf<Op extends Operation>(operation: Op, params: ParamsInput<Op>): string {
  const values = params as Record<string, string | number | undefined>;
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
