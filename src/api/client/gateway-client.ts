import type { Capabilities } from '#contract/capabilities.ts';
import { parseResponse } from '#contract/contract-error.ts';
import { lenientEnvelope, parseReportedConsumption, type ReportedConsumption } from '#contract/envelope.ts';
import {
  type AnswerOutput,
  type BodyInput,
  type Operation,
  type ParamsInput,
  type QueryInput,
} from '#contract/operations/operation.ts';
import { type AbsentOperations, createAbsentOperations } from '#src/api/stores/absent-operations.ts';
import type { LocalCatalogue } from '#src/api/stores/local-catalogue.ts';
import { isLocalOperation } from '#src/api/stores/local-operations.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { CorsRefusedError, GatewayError, NotJsonError } from '#src/api/transport/gateway-errors.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type RequestOptions,
} from '#src/api/transport/http-client.ts';
import { composeRequest, exceedsInterface, type LooseInput } from './compose-request.ts';

/** An operation that sends JSON or nothing and answers at once. Streams and uploads have functions of their own. */
export type PlainOperation = Operation & {
  body: { form: 'none' | 'json' | 'optional-json' };
  answer: { as: 'envelope' | 'plain' | 'file' };
};

/** Path parameters that the connection fills in. */
type KnownName = 'botId' | 'Model';
type Given<Values, Name extends PropertyKey> = Omit<Values, Name> &
  Partial<Pick<Values, Name & keyof Values>>;
type Part<Name extends string, Value> = object extends Value
  ? { [Key in Name]?: Value | undefined }
  : { [Key in Name]: Value };
type NoPart<Name extends string> = { [Key in Name]?: undefined };
type BodyPart<Op extends Operation> = Op['body'] extends { form: 'json' }
  ? { body: BodyInput<Op> }
  : Op['body'] extends { form: 'optional-json' }
    ? { body?: BodyInput<Op> | undefined }
    : NoPart<'body'>;

/** Settings of a call besides its content. */
type CallSettings = Pick<RequestOptions, 'headers' | 'signal' | 'timeout'>;
/** Content of a call. `botId` and `Model` come from the connection; empty texts in a query are left out. */
type CallInput<Op extends Operation> = CallSettings &
  (Op extends { params: object } ? Part<'params', Given<ParamsInput<Op>, KnownName>> : NoPart<'params'>) &
  (Op extends { query: object } ? Part<'query', QueryInput<Op>> : NoPart<'query'>) &
  BodyPart<Op>;
/** The last argument of a call; optional when all its members are. */
export type Input<Op extends Operation> =
  object extends CallInput<Op> ? [input?: CallInput<Op>] : [input: CallInput<Op>];

/** An answer with its consumption and response headers. */
type WholeReply<Op extends Operation> = {
  answer: AnswerOutput<Op>;
  consumption: ReportedConsumption | undefined;
  headers: Headers;
};

/** Client of one gateway and bot. */
export interface GatewayClient {
  connection: Connection;
  http: HttpClient;
  /** Resolves with the response without its envelope; with the bytes of a file. */
  call: <const Op extends PlainOperation>(operation: Op, ...input: Input<Op>) => Promise<AnswerOutput<Op>>;
  /** Resolves like `call`, with headers and `Consumption`. */
  exchange: <const Op extends PlainOperation>(operation: Op, ...input: Input<Op>) => Promise<WholeReply<Op>>;
  /** Calls an extension; null when the gateway lacks it, which is remembered. */
  read: <const Op extends PlainOperation>(
    operation: Op,
    ...input: Input<Op>
  ) => Promise<AnswerOutput<Op> | null>;
  /**
   * Runs a call of an extension. After null, or a response that shows a missing extension, the call is not run again
   * for a while.
   */
  optional: <Result>(
    operation: Pick<Operation, 'id'>,
    run: () => Promise<Result | null>,
  ) => Promise<Result | null>;
  /** Forgets operations that the gateway did not have, so that the next call tries them again. */
  forgetAbsent: () => void;
  /** Whether this browser keeps runs and tests in place of the gateway, which announces no extensions. */
  keepsLocally: () => Promise<boolean>;
  /** Composes a request, for callers that read the response themselves. */
  buildRequest: (operation: Operation, input?: LooseInput) => Promise<RequestOptions>;
  /** Keeps what was registered and read, for gateways without a list. */
  catalogue?: LocalCatalogue | undefined;
  /** Called with the outcome of a call that the gateway has not announced. */
  onCallTried?: ((id: Operation['id'], served: boolean) => void) | undefined;
}

type GatewayClientOptions = HttpClientOptions &
  Pick<GatewayClient, 'catalogue' | 'onCallTried'> & {
    /** Reads the capabilities; null by default. Calls that exceed the interface wait for the result. */
    readCapabilities?: (() => Promise<Capabilities | null>) | undefined;
    /**
     * Answers operations that this browser serves in place of a gateway without extensions; undefined: it does not serve
     * this one, or the gateway does.
     */
    serveLocally?:
      | ((
          client: GatewayClient,
          operation: PlainOperation,
          input: LooseInput,
        ) => Promise<{ answer: unknown } | undefined>)
      | undefined;
    keepsLocally?: (() => Promise<boolean>) | undefined;
    /** Operations missing according to earlier pages; ignored when the gateway announces capabilities. */
    absent?: AbsentOperations | undefined;
  };

/** Whether an error means an endpoint unknown to the gateway, rather than a failed call. */
function isUnsupported(error: unknown): boolean {
  // Many servers answer unknown paths without CORS headers.
  if (error instanceof NotJsonError || error instanceof CorsRefusedError) return true;
  if (!(error instanceof GatewayError)) return false;
  if (error.fault !== undefined)
    return error.fault === 'no-such-endpoint' || error.fault === 'method-not-allowed';
  return [400, 404, 405, 501].includes(error.status);
}

export function createGatewayClient(
  connection: Connection,
  {
    catalogue,
    onCallTried,
    readCapabilities,
    serveLocally,
    keepsLocally = async () => false,
    absent,
    ...options
  }: GatewayClientOptions = {},
): GatewayClient {
  const absentOperations = absent ?? createAbsentOperations(connection, undefined);
  const begun = Date.now();
  const http = createHttpClient(connection, {
    ...options,
    // The gateway may come back as another version with more operations.
    onUnreachable: absentOperations.clear,
  });

  const announcesCapabilities = async () => ((await readCapabilities?.()) ?? null) !== null;

  const buildRequest: GatewayClient['buildRequest'] = async (operation, input = {}) => {
    const announced = exceedsInterface(operation, input) && (await announcesCapabilities());
    return composeRequest(operation, input, { connection, announced });
  };

  const readFile = async (request: RequestOptions) => {
    const response = await http.request({ timeout: false, ...request });
    try {
      return { body: await response.blob(), headers: response.headers };
    } catch (error) {
      throw await http.networkError(undefined, error);
    }
  };

  const exchange: GatewayClient['exchange'] = async <Op extends PlainOperation>(
    operation: Op,
    ...[input]: Input<Op>
  ): Promise<WholeReply<Op>> => {
    const local = await serveLocally?.(client, operation, input ?? {});
    if (local !== undefined)
      return { answer: local.answer as AnswerOutput<Op>, consumption: undefined, headers: new Headers() };
    const request = await buildRequest(operation, input);
    const { answer }: PlainOperation = operation;
    if (answer.as === 'file') {
      const { body, headers } = await readFile(request);
      return { answer: body as AnswerOutput<Op>, consumption: undefined, headers };
    }
    const { body, headers } = await http.requestJson(request);
    const schema = answer.lenient ?? answer.schema;
    if (answer.as === 'plain')
      return {
        answer: parseResponse(operation, schema, body) as AnswerOutput<Op>,
        consumption: undefined,
        headers,
      };
    const parsed = parseResponse(operation, lenientEnvelope(schema), body);
    return {
      answer: parsed.Response as AnswerOutput<Op>,
      consumption: parseReportedConsumption(parsed.Consumption),
      headers,
    };
  };
  const call: GatewayClient['call'] = async (operation, ...input) =>
    (await exchange(operation, ...input)).answer;

  const optional: GatewayClient['optional'] = async ({ id }, run) => {
    // What this browser serves is never absent, whatever was found before.
    if (isLocalOperation(id) && (await keepsLocally())) return run();
    const since = absentOperations.since(id);
    if (since !== undefined && (since >= begun || !(await announcesCapabilities()))) return null;
    const result = await run().catch((error: unknown) => {
      if (isUnsupported(error)) return null;
      throw error;
    });
    if (result === null) absentOperations.add(id);
    return result;
  };

  const client: GatewayClient = {
    connection,
    http,
    keepsLocally,
    call,
    exchange,
    optional,
    forgetAbsent: absentOperations.clear,
    buildRequest,
    read: (operation, ...input) => optional(operation, () => call(operation, ...input)),
    catalogue,
    onCallTried,
  };
  return client;
}
