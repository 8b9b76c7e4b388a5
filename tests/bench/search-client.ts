/** A client that asks questions in sequence, with a single connection to each server in turn. */
import { Agent, request } from 'node:http';
import { cpuSeconds } from './watch-processes.ts';

export interface Asked {
  question: string;
  /** Places of the units in the library. */
  units: number[];
}

export interface Measured {
  p50: number;
  p95: number;
  p99: number;
  /** Milliseconds of the server's processor time a question. */
  cpu: number;
}

/** One kind of call. */
export interface Called<Input> {
  url: string;
  headers?: Record<string, string>;
  body: (input: Input) => object;
  /** What an answer must hold to count as one. */
  holds: string;
}

export interface Target extends Called<Asked> {
  /** Process id of the server. */
  pid: number;
}

/** Questions to one server before it is the next one's turn: whatever else the machine does meets all of them alike. */
const TURN = 25;

/** Asks every server every question, in turns. Throws when one is not answered. */
export async function measureQuestions(
  targets: readonly Target[],
  requests: readonly Asked[],
): Promise<Measured[]> {
  const clients = targets.map((target) => ({
    target,
    ask: createClient(target),
    times: [] as number[],
    cpu: 0,
  }));
  for (let start = 0; start < requests.length; start += TURN)
    for (const client of clients) {
      const before = cpuSeconds(client.target.pid);
      for (const request of requests.slice(start, start + TURN)) client.times.push(await client.ask(request));
      client.cpu += cpuSeconds(client.target.pid) - before;
      // A server closes what is idle for some seconds, which may be just when its next turn comes.
      client.ask.close();
    }
  return clients.map(({ times, cpu }) => {
    times.sort((a, b) => a - b);
    const quantile = (share: number) =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
    return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), cpu: (1000 * cpu) / times.length };
  });
}

/** Calls over one connection, and tells how many milliseconds passed until the whole answer was there. */
export function createClient<Input>({ url, headers = {}, body, holds }: Called<Input>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('end', () => resolve(Buffer.concat(pieces).toString()));
        response.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(text);
    });
  const ask = async (input: Input): Promise<number> => {
    const text = JSON.stringify(body(input));
    const begun = performance.now();
    const answer = await post(text);
    const time = performance.now() - begun;
    if (!answer.includes(holds)) throw new Error(`no answer: ${answer.slice(0, 300)}`);
    return time;
  };
  return Object.assign(ask, { close: () => agent.destroy() });
}
