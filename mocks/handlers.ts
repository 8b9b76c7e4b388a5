import { type HttpHandler, http } from 'msw/http';
import { cutStream, faultResponse, type OneShot } from './faults.ts';

export interface MockGateway {
  handlers: HttpHandler[];
  /** Lets the next call whose path holds `path` go wrong, once. */
  failNext(shot: OneShot, path?: string): void;
  /** Forgets what was to go wrong. */
  reset(): void;
}

/** msw around the gateway app itself: every call under `/api` of any origin goes to `app`, or to a fault laid over it. */
export function createMockGateway(app: {
  fetch(request: Request): Response | Promise<Response>;
}): MockGateway {
  let waiting: { shot: OneShot; path: string }[] = [];

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const found = waiting.find(({ path }) => pathname.includes(path));
    if (!found) return app.fetch(request);
    waiting = waiting.filter((one) => one !== found);
    const { shot } = found;
    if (shot.kind === 'fault') return faultResponse(request, shot);
    if (shot.kind === 'unreachable') return Response.error();
    if (shot.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, shot.ms));
    const response = await app.fetch(request);
    return shot.kind === 'cut' ? cutStream(response, shot.after) : response;
  }

  return {
    handlers: [http.all('*/api/*', ({ request }) => answer(request))],
    failNext: (shot, path = '/api/') => void waiting.push({ shot, path }),
    reset: () => void (waiting = []),
  };
}
