/** A call of an operation, mostly valid, then wrong at a place or several. */
import { EXAMPLE_PARAMS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import type { Random } from '../fleet/random.ts';
import { breakBytes } from './break-bytes.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { makeForm } from './make-form.ts';
import { mutateHeaders } from './mutate-headers.ts';
import { mutateBytes, mutateJson, mutateText, ODD_TEXTS } from './odd-values.ts';
import { sampleOf } from './sample-schema.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

export function makeRequest(id: OperationId, world: FuzzWorld, random: Random): FuzzRequest {
  const operation: Operation = OPERATIONS[id];
  const chance = (share: number): boolean => random.next() < share;
  const caller = chooseCaller(random);
  const request: FuzzRequest = {
    id,
    method: operation.method,
    target: targetOf(operation, id, world, random),
    headers: [
      ['Host', 'localhost'],
      ['x-bot', '1'],
      // Wrong keys are delayed by address: each call has one of its own.
      ['X-Forwarded-For', `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`],
      ['x-user-auth', caller === 'bad' ? random.pick(world.bad) : world.keys[caller]],
    ],
    body: Buffer.alloc(0),
    caller,
    isExact: true,
    framing: 'length',
  };
  fillBody(request, operation, world, random);
  if (chance(0.3)) mutateHeaders(request, operation, random);
  if (chance(0.04)) Object.assign(request, { method: random.pick(METHODS), isExact: false });
  if (chance(0.04)) {
    const odd = `/${encodeURIComponent(random.pick(ODD_TEXTS).toWellFormed())}`.slice(0, 3_000);
    request.target = random.pick([
      request.target + odd,
      odd,
      `/api${odd}`,
      `/${request.target}`,
      `${request.target}%ff%00`,
    ]);
    request.isExact = false;
  }
  if (request.body.length > 0) {
    if (chance(0.1)) request.framing = 'chunked';
    if (chance(0.01)) request.framing = 'wrong-length';
    if (chance(0.02)) request.breaksOffAfter = random.below(request.body.length + 1);
  }
  if (chance(0.03)) breakBytes(request, random);
  request.headers = request.headers.map(([name, value]) => [name, Buffer.from(value).toString('latin1')]);
  return request;
}

function chooseCaller(random: Random): FuzzRequest['caller'] {
  if (random.next() < 0.78) return 'owner';
  return random.pick(['tester', 'curator', 'monitor', 'foreign', 'bad', 'bad'] as const);
}

function targetOf(operation: Operation, id: OperationId, world: FuzzWorld, random: Random): string {
  const stored = operation.credential === 'signature' ? world.pick(id, id, random) : undefined;
  if (stored !== undefined && URL.canParse(stored) && random.next() < 0.6) {
    const segments = new URL(stored).pathname.split('/');
    const index = 3 + random.below(3);
    if (random.next() < 0.4)
      segments[index] = encodeURIComponent(mutateText(segments[index] ?? '', random).toWellFormed()) || 'x';
    return segments.join('/');
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = name === 'botId' ? '1' : (EXAMPLE_PARAMS[name] ?? '1');
    const roll = random.next();
    const parameter =
      name === 'botId' || name === 'Model' ? example : (world.pick(id, name, random) ?? example);
    // An empty name would make it the path of another operation.
    const value = roll < 0.85 ? parameter : roll < 0.92 ? example : mutateText(example, random) || example;
    return encodeURIComponent(value.toWellFormed()).slice(0, 2_000);
  });
  return path + queryOf(operation, random);
}

function queryOf({ query, example }: Operation, random: Random): string {
  const sampled = query && random.next() < 0.6 ? sampleOf(query, random) : {};
  const values = { ...example?.query, ...(sampled as Record<string, unknown>) };
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  for (const pair of pairs) if (random.next() < 0.2) pair[1] = mutateText(pair[1], random);
  if (random.next() < 0.05)
    pairs.push(...pairs, ['__proto__', '1'], [random.pick(ODD_TEXTS), random.pick(ODD_TEXTS)]);
  const text = new URLSearchParams(pairs).toString().slice(0, 9_000);
  if (random.next() < 0.03) return `?${text}&%=%ff&=&&a`;
  return text && `?${text}`;
}

function fillBody(request: FuzzRequest, operation: Operation, world: FuzzWorld, random: Random): void {
  const { body: wanted, example } = operation;
  if (wanted.form === 'none') {
    if (random.next() < 0.05) request.body = Buffer.from(random.pick(['{}', 'نص', 'x'.repeat(100_000)]));
    return;
  }
  const isSampled = random.next() < 0.5;
  const sampled = isSampled ? (sampleOf(wanted.schema, random) as object) : {};
  const shown: object = example?.body ?? {};
  const value = localise({ ...sampled, ...(random.next() < 0.7 || !isSampled ? shown : {}) }, world);
  if (wanted.form === 'multipart') {
    const { type, body } = makeForm(value as Record<string, unknown>, wanted.file, random);
    request.headers.push(['Content-Type', type]);
    request.body = body;
    return;
  }
  if (wanted.form === 'optional-json' && random.next() < 0.3) return;
  request.headers.push(['Content-Type', 'application/json']);
  const text = random.next() < 0.6 ? mutateJson(value, random) : JSON.stringify(value);
  request.body = Buffer.from(text);
  if (random.next() < 0.06) request.body = mutateBytes(request.body, random);
}

/** Examples name hosts of the world, which nobody here may call. */
function localise(value: unknown, { pageOrigin, modelUrl }: FuzzWorld): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/https?:\/\/[a-z.]*example\.(?:org|com)[^"]*/gu, `${pageOrigin}/delivery`)
    .replaceAll(/http:\/\/127\.0\.0\.1:(?:11434|8000)\/v1/gu, modelUrl);
  return JSON.parse(text) as unknown;
}
