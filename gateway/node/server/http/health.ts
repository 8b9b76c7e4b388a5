import { BARE_HEADERS } from './fault-response.ts';

/** Whether a part answers; a rejection means no. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean> | boolean>>;

/** What supervisors and load balancers ask of a process. */
export interface Health {
  /** `GET /healthz`: 200 as long as the event loop turns. */
  healthz(): Response;
  /** `GET /readyz`: 200, or 503 with the names of what is not ready. */
  readyz(): Promise<Response>;
  /** From now on it is not ready: it takes no new work and ends. */
  drain(): void;
  isDraining(): boolean;
}

const CHECK_TIMEOUT_MS = 2_000;
/** Anybody may ask, so the parts are asked once for all who ask within so long. */
const RESULT_LIFETIME_MS = 1_000;

export function createHealth(
  checks: ReadinessChecks = {},
  { timeoutMs = CHECK_TIMEOUT_MS, lifetimeMs = RESULT_LIFETIME_MS } = {},
): Health {
  let draining = false;
  let last: { startedOn: number; failed: Promise<string[]> } | undefined;

  async function check(): Promise<string[]> {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, isReady]) => ({
        name,
        isReady: await within(timeoutMs, isReady),
      })),
    );
    return outcomes.filter(({ isReady }) => !isReady).map(({ name }) => name);
  }

  return {
    healthz: () => Response.json({ status: 'ok' }, { headers: BARE_HEADERS }),
    async readyz() {
      const now = performance.now();
      if (!last || now - last.startedOn >= lifetimeMs) last = { startedOn: now, failed: check() };
      const notReady = [...(draining ? ['draining'] : []), ...(await last.failed)];
      return notReady.length === 0
        ? Response.json({ status: 'ready' }, { headers: BARE_HEADERS })
        : Response.json({ status: 'not-ready', notReady }, { status: 503, headers: BARE_HEADERS });
    },
    drain() {
      draining = true;
    },
    isDraining: () => draining,
  };
}

async function within(ms: number, isReady: () => Promise<boolean> | boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([isReady(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
