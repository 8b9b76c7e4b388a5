/** One client that asks one question after the other over one connection. */
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

export interface Target {
  url: string;
  headers?: Record<string, string>;
  body: (asked: Asked) => object;
  /** What an answer must hold to count as one. */
  holds: string;
  /** Process id of the server. */
  pid: number;
}

/** Asks all of them, the first `warmUp` untimed. Throws when one is not answered. */
export async function measureQuestions(
  { url, headers = {}, body, holds, pid }: Target,
  asked: readonly Asked[],
  warmUp: number,
): Promise<Measured> {
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
  const times: number[] = [];
  let before = 0;
  for (const [at, one] of asked.entries()) {
    if (at === warmUp) before = cpuSeconds(pid);
    const text = JSON.stringify(body(one));
    const begun = performance.now();
    const answer = await post(text);
    const time = performance.now() - begun;
    if (!answer.includes(holds)) throw new Error(`no answer: ${answer.slice(0, 300)}`);
    if (at >= warmUp) times.push(time);
  }
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  const cpu = (1000 * (cpuSeconds(pid) - before)) / times.length;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), cpu };
}
