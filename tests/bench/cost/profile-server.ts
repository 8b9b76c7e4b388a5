/** The processor profile of a running server, taken through Node's inspector: nothing of it is in the server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '#tests/support/server.ts';
import type { CpuProfile } from './parts.ts';

/** Lets the system choose the inspector's port, which SIGUSR1 opens. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' };
const SAMPLING_MICROSECONDS = 250;

export interface Profiler {
  /** What `work` cost the server: its profile, and the milliseconds of processor time of all its threads. */
  profile(work: () => Promise<unknown>): Promise<{ profile: CpuProfile; cpuMs: number }>;
  close(): void;
}

/** The server was started with `INSPECTABLE`. */
export async function openProfiler(server: RunningServer): Promise<Profiler> {
  server.process.kill('SIGUSR1');
  let address: string | undefined;
  while (!(address = /Debugger listening on (ws:\S+)/.exec(server.output())?.[1])) await sleep(20);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const send = <Result>(method: string, params: object = {}) =>
    new Promise<Result>((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, (result) => resolve(result as Result));
      socket.send(JSON.stringify({ id, method, params }));
    });
  const cpuMs = async () => {
    const expression = 'Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000';
    return (await send<{ result: { value: number } }>('Runtime.evaluate', { expression })).result.value;
  };
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
  return {
    async profile(work) {
      await send('Profiler.start');
      const before = await cpuMs();
      await work();
      const spent = (await cpuMs()) - before;
      const { profile } = await send<{ profile: CpuProfile }>('Profiler.stop');
      return { profile, cpuMs: spent };
    },
    close: () => socket.close(),
  };
}
