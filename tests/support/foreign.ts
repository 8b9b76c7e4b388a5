/** Another gateway of this interface, as deviations laid over our own: only what the interface documents is there. */
type Intercept = (request: Request, pass: () => Promise<Response>) => Promise<Response> | undefined;

const DOCUMENTED = [
  /^POST \/api\/AIKnowledge\/\d+$/u,
  /^POST \/api\/UploadBlob$/u,
  /^GET \/api\/AIKnowledge\/byId\/\d+$/u,
  /^POST \/api\/v1\/RAG\/(?:Stream\/)?Answer$/u,
];

function notFound(): Response {
  return Response.json({ message: 'Not Found' }, { status: 404 });
}

/** `registersSilently`: the registration's Response is `{}`, as the interface's own example shows it. */
export function foreign({ registersSilently = false }: { registersSilently?: boolean } = {}): Intercept {
  return (request, pass) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (DOCUMENTED.every((documented) => !documented.test(call))) return Promise.resolve(notFound());
    if (!registersSilently || !call.startsWith('POST /api/AIKnowledge/')) return undefined;
    return pass().then(async (response) => {
      const body = (await response.json()) as object;
      return response.ok ? Response.json({ ...body, Response: {} }) : Response.json(body, response);
    });
  };
}
