type SentRequest = {
  method: string;
  path: string;
  headers?: Record<string, string | undefined> | undefined;
  json?: unknown;
  form?: FormData | undefined;
};

const PROBE_TIMEOUT_MS = 3000;

/** What a gateway's CORS settings judge a request by. */
function kindOf({ method, headers = {}, json, form }: SentRequest): string {
  const body = json !== undefined ? 'json' : form !== undefined ? 'form' : 'none';
  const names = Object.keys(headers).filter((name) => headers[name] !== undefined);
  return [method, body, ...names.sort()].join(' ');
}

/** The origin of this page; undefined where there is none, as in tests. */
function originOfPage(): string | undefined {
  const origin = globalThis.location?.origin;
  return origin === 'null' ? undefined : origin;
}

type Gateway = { base: string; fetch: typeof globalThis.fetch; headers: () => Record<string, string> };

/**
 * Tells a request that a gateway's CORS settings refuse from a gateway that is away: a browser reports both as no answer.
 * Refused is what stays unanswered while the gateway answers something else at the same moment, unless a request of the
 * same kind was answered before it was sent.
 */
export function createCorsRefusals({ base, fetch, headers }: Gateway) {
  const answeredKinds = new Set<string>();
  let answeredRead: string | undefined;

  /** Two probes: a read answered earlier, and a keyless `no-cors` request, which no CORS setting can refuse. */
  const answersNow = ({ path }: SentRequest): Promise<boolean> => {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const hidden = fetch(`${base}${path}`, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    const repeatedReads =
      answeredRead === undefined ? [] : [fetch(`${base}${answeredRead}`, { headers: headers(), signal })];
    return Promise.any([hidden, ...repeatedReads]).then(
      () => true,
      () => false,
    );
  };

  const isKnown = (request: SentRequest): boolean => answeredKinds.has(kindOf(request));

  return {
    /** Whether a request of this kind was answered. To be asked before it is sent: requests beside it say nothing of it. */
    isKnown,
    markAnswered: (request: SentRequest): void => {
      answeredKinds.add(kindOf(request));
      if (request.method === 'GET') answeredRead = request.path;
    },
    /** Asks the gateway, for three seconds at most. */
    isRefused: async (request: SentRequest, wasKnown = isKnown(request)): Promise<boolean> => {
      const origin = originOfPage();
      if (origin === undefined || new URL(base).origin === origin) return false;
      return !wasKnown && answersNow(request);
    },
  };
}
