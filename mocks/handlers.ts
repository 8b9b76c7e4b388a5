import { type HttpHandler, http } from 'msw/http';
import { cutStream, faultResponse, type InjectedFault } from './faults.ts';

export interface MockGateway {
  /** The answer to a call, or the fault that was to come. */
  answer(request: Request): Promise<Response>;
  handlers: HttpHandler[];
  /** Lets the next call whose path holds `path` go wrong, once. */
  failNext(fault: InjectedFault, path?: string): void;
  /** Forgets what was to go wrong. */
  reset(): void;
}

/** msw around the gateway app itself: every call under `/api` of any origin goes to `app`, or to a fault laid over it. */
export function createMockGateway(app: {
  fetch(request: Request): Response | Promise<Response>;
}): MockGateway {
  let waiting: { fault: InjectedFault; path: string }[] = [];

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const match = waiting.find(({ path }) => pathname.includes(path));
    if (!match) return app.fetch(request);
    waiting = waiting.filter((fault) => fault !== match);
    const { fault } = match;
    if (fault.kind === 'fault') return faultResponse(request, fault);
    if (fault.kind === 'unreachable') return Response.error();
    if (fault.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const response = await app.fetch(request);
    return fault.kind === 'cut' ? cutStream(response, fault.after) : response;
  }

  return {
    answer,
    handlers: [http.all('*/api/*', ({ request }) => answer(request))],
    failNext: (fault, path = '/api/') => void waiting.push({ fault, path }),
    reset: () => void (waiting = []),
  };
}
