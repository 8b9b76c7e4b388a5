import type { FuzzRequest } from './fuzz-request.ts';

const MAX_TRIES = 80;

/** The request with as little in it as still goes wrong; the same one where it does not go wrong a second time. */
export async function minimise(
  request: FuzzRequest,
  stillFails: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request;
  let triesLeft = MAX_TRIES;
  const fails = async (candidate: FuzzRequest): Promise<boolean> =>
    triesLeft-- > 0 && (await stillFails(candidate));
  if (request.raw || !(await fails(request))) return request;
  let smaller: FuzzRequest | undefined = request;
  while (smaller) {
    smallest = smaller;
    smaller = undefined;
    for (const candidate of smallerOnes(smallest)) {
      if (!(await fails(candidate))) continue;
      smaller = candidate;
      break;
    }
  }
  return smallest;
}

function* smallerOnes(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target, body } = request;
  const [path = ''] = target.split('?');
  if (path !== target) yield { ...request, target: path };
  for (const index of headers.keys())
    if (headers[index]?.[0] !== 'Host') yield { ...request, headers: headers.toSpliced(index, 1) };
  if (request.framing !== 'length') yield { ...request, framing: 'length' };
  if (body.length === 0) return;
  yield { ...request, body: Buffer.alloc(0) };
  for (const text of smallerJson(body.toString('utf8'))) yield { ...request, body: Buffer.from(text) };
  yield { ...request, body: body.subarray(0, body.length >> 1) };
}

function smallerJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return Object.keys(value).map((name) => {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      return JSON.stringify(rest);
    });
  } catch {
    return [];
  }
}
