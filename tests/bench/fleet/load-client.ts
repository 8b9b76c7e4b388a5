/** Clients in a process of their own, so that what they cost is not the measuring process's: `fork`, then one message. */
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { createClient } from '#tests/bench/search-client.ts';

export interface Load {
  origins: string[];
  path: string;
  bodies: object[];
  /** What an answer must hold to count as one. */
  holds: string;
  clients: number;
}

export interface LoadFigures {
  seconds: number;
  /** Milliseconds a call. */
  times: number[];
  /** Of the clients themselves. */
  cpuSeconds: number;
}

process.once('message', (load: Load) => {
  void send(load).then((figures) => process.send?.(figures, () => process.disconnect()));
});

/** Clients by turns over the gateways, each with one call after the other. */
async function send({ origins, path, bodies, holds, clients }: Load): Promise<LoadFigures> {
  const times: number[] = [];
  const before = process.cpuUsage();
  const begun = performance.now();
  let next = 0;
  const run = async (client: number) => {
    const call = createClient<object>({
      url: `${origins[client % origins.length]}${path}`,
      headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1' },
      body: (input) => input,
      holds,
    });
    for (let body = bodies[next++]; body; body = bodies[next++]) times.push(await call(body));
    call.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, times, cpuSeconds: (user + system) / 1e6 };
}
