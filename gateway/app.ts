import { ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';
import { FAULTS } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { type Context, Hono } from 'hono';
import { GatewayFault } from './errors.ts';
import { chooseLanguage } from './messages/language.ts';
import { answerOrigins } from './middleware/answer-origins.ts';
import { wasRight } from './middleware/authenticate.ts';
import type { Bindings } from './middleware/bind.ts';
import { admit, serve } from './middleware/dispatch.ts';
import { createGate } from './middleware/gate.ts';
import { groupByPath, methodsOf } from './middleware/group-paths.ts';
import { createMeter } from './middleware/meter.ts';
import { type CallRecord, portsOfCall, recordCall } from './middleware/observe-call.ts';
import { respondEvents } from './middleware/respond-events.ts';
import {
  type CallFacts,
  commonHeaders,
  reportConsumption,
  respondFault,
  respondJson,
} from './middleware/respond.ts';
import { lookIfFew, slowWrongKeys } from './middleware/slow-wrong-keys.ts';
import { createWrongKeys } from './middleware/wrong-keys.ts';
import type { Ports } from './ports.ts';
import { bindRoutes } from './routes/bindings.ts';
import { type Alerts, createAlerts } from './services/alerts/alerts.ts';
import { createFailureCount, type FailureCount } from './services/usage/count-failures.ts';
import { createSegmentCache, type SegmentCache } from './services/answers/segment-cache.ts';
import { createEmbeddings, type Embeddings } from './services/embeddings/embeddings.ts';

/** Parts of search segments kept in memory unless told otherwise: about a hundred thousand passages. */
const SEARCH_BYTES = 64 * 1024 * 1024;

export interface GatewayOptions {
  /** Ends streams with a fault and refuses new calls. */
  closing?: AbortSignal;
  /** Search segments in memory; one of its own when absent. */
  segments?: SegmentCache;
  /** Finds by meaning; whoever passes it runs its work in the background. */
  embeddings?: Embeddings;
  /** Watches what calls spend and how they are refused; whoever passes it runs it. */
  alerts?: Alerts;
  /** Counts calls that failed; whoever passes it writes the last of them when it stops. */
  failures?: FailureCount;
}

/** What is known of a caller beside the request. */
export interface Caller {
  /** The IP address that counts (`FIHRIST_TRUST_PROXY`); absent in tests and tabs, where there is no socket. */
  address?: string;
}

/** What a Hono context of the gateway carries from check to check; `fetch(request, { address })` passes the caller in. */
export type GatewayEnv = {
  Bindings: Caller;
  /** `ports` are those of the call: what is logged through them carries its request id. */
  Variables: { facts: CallFacts; ports: Ports; record: CallRecord };
};

/**
 * The gateway as one app on web standards: everything under `/api`, nothing else. `closing` ends streams with a fault
 * and refuses new calls.
 */
export function createGateway(
  ports: Ports,
  {
    closing,
    segments = createSegmentCache(ports.index, SEARCH_BYTES),
    alerts = createAlerts(ports),
    embeddings = createEmbeddings(ports, { onSpent: (botId, tokens) => alerts.spent(botId, 'text', tokens) }),
    failures = createFailureCount(ports),
  }: GatewayOptions = {},
): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const bindings = bindRoutes(ports, segments, alerts, embeddings);
  const gate = createGate(
    (botId) => ports.bots.known(botId)?.settings.concurrency ?? ports.settings.concurrency,
  );
  const wrongKeys = createWrongKeys(() => ports.clock.now().getTime());

  app.use(async (c, next) => {
    const facts: CallFacts = {
      requestId: crypto.randomUUID(),
      language: chooseLanguage(c.req.header('Accept-Language')),
      ledger: 'text',
      // Without a server in front there is no environment at all.
      address: (c.env as Caller | undefined)?.address ?? '',
    };
    const own = portsOfCall(ports, facts.requestId);
    const record = recordCall(own, facts);
    c.set('facts', facts);
    c.set('ports', own);
    c.set('record', record);
    // What is thrown without being an Error goes past `onError`.
    await next().catch(async (error: unknown) => {
      c.res = await refuse(error, c);
    });
    record.answered(c.req.method, c.res);
    const { status } = c.res;
    if (status >= 400 && status !== FAULTS['caller-left'].status)
      noteFailure(facts, status, c.res.headers.get(HEADERS.fault));
  });
  app.use(answerOrigins(ports.settings.corsOrigins));
  app.onError(refuse);
  if (closing)
    app.use(async (_, next) => {
      if (closing.aborted) throw new GatewayFault('shutting-down');
      await next();
    });

  app.use(async (c, next) => {
    const secret = c.req.header(HEADERS.key);
    const isTry = secret ? !wasRight(secret) : c.req.path === ENDPOINTS.signIn.path;
    await (isTry ? lookIfFew(wrongKeys, c.get('facts'), next) : next());
  });

  for (const [path, ids] of groupByPath(ports.settings.modelFamily))
    app.all(path, async (c) => {
      const id = ids.find((candidate) => methodsOf(candidate).includes(c.req.method));
      if (id) return work(c, id, bindings);
      await admit(c.get('ports'), c.req.raw, c.get('facts'));
      const allowed = ids.flatMap(methodsOf).join(', ');
      throw new GatewayFault(
        'method-not-allowed',
        { method: c.req.method, allowed },
        { headers: { Allow: allowed } },
      );
    });
  app.notFound(async (c) => {
    try {
      await admit(c.get('ports'), c.req.raw, c.get('facts'));
      throw new GatewayFault('no-such-endpoint', { path: c.req.path });
    } catch (error) {
      return refuse(error, c);
    }
  });
  return app;

  async function refuse(error: unknown, c: Context<GatewayEnv>): Promise<Response> {
    const facts = c.get('facts');
    const { address, botId, ledger, family } = facts;
    if (botId !== undefined) alerts.refused(botId, ledger, error, family);
    const caller = { address, request: c.req.raw, keyHeader: HEADERS.key, closing };
    return respondFault(c.get('ports'), facts, await slowWrongKeys(error, wrongKeys, caller));
  }

  /** Of whom it is not known who they are, nothing is counted: it would be nobody's. */
  function noteFailure(
    { botId, endpoint, family = '' }: CallFacts,
    status: number,
    fault: string | null,
  ): void {
    if (botId !== undefined)
      failures.note({ botId, status, fault: fault ?? '', action: endpoint ?? '', keyId: family });
  }

  async function work(c: Context<GatewayEnv>, id: EndpointId, all: Bindings): Promise<Response> {
    const { facts, ports, record } = c.var;
    const { ledger } = ENDPOINTS[id];
    const { result, finish, stop } = await serve(
      ports,
      id,
      all[id],
      c.req.raw,
      c.req.param(),
      facts,
      (botId, key) => {
        const { requestId } = facts;
        const left = c.req.raw.signal;
        const meter = createMeter(ports, gate, { botId, key, ledger, requestId, action: id, left });
        return {
          ...meter,
          async finish() {
            const cost = await meter.finish();
            alerts.spent(botId, ledger, cost.amount);
            return cost;
          },
        };
      },
    );
    if (result instanceof Response) {
      await finish();
      const consumption = facts.botId === undefined ? undefined : await reportConsumption(ports, facts);
      return withCommonHeaders(result, facts, consumption);
    }
    if ('events' in result) {
      const onFailure = (status: number, fault: string) => noteFailure(facts, status, fault);
      return respondEvents(result, { ports, facts, record, closing, stop, finish, onFailure });
    }
    await finish();
    return respondJson(ports, facts, ENDPOINTS[id].answer, result.response, result.headers);
  }
}

function withCommonHeaders(response: Response, facts: CallFacts, consumption?: string): Response {
  for (const [name, value] of Object.entries(commonHeaders(facts, consumption)))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}
