/** What waits behind addresses that accept a connection and never answer: a page elsewhere and a small file. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY, registerFile, registerUrl, uploadBytes, waitSettled } from './call-gateway.ts';
import { type Figure, round } from './figures.ts';

const ADDRESSES = 100;
const TEXT = 'يفتح المكتب من الأحد إلى الخميس.';
const PAGE = `<main><h1>ساعات العمل</h1><p>${TEXT}</p></main>`;

export async function measureDeadAddresses(): Promise<Figure[]> {
  const silent = await listen(createServer(() => {}));
  const good = await listen(
    createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE)),
  );
  const server = await startServer({
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_ALLOW_PRIVATE_URLS: [silent, good].map(({ host }) => host).join(','),
  });
  const { origin } = server;
  try {
    const file = await uploadBytes(origin, 'دليل.txt', TEXT);
    const dead: number[] = [];
    const begun = performance.now();
    for (let index = 0; index < ADDRESSES; index++)
      dead.push(await registerUrl(origin, `ميتة ${index}`, `http://${silent.host}/${index}`));
    const registered = performance.now();
    const settled = async (id: number, from: number) => {
      const status = await waitSettled(origin, id, true);
      return `${round((performance.now() - from) / 1000, 1)} (${status})`;
    };
    const page = settled(await registerUrl(origin, 'صفحة', `http://${good.host}/`), registered);
    const short = settled(await registerFile(origin, 'دليل', file, Buffer.byteLength(TEXT)), registered);
    const figures = [
      { figure: `a page behind ${ADDRESSES} dead addresses`, measured: await page, unit: 's until settled' },
      { figure: 'a small file behind them', measured: await short, unit: 's until settled' },
    ];
    let last = '';
    for (const id of dead) last = await settled(id, begun);
    return [
      ...figures,
      { figure: 'the last of the dead addresses', measured: last, unit: 's until settled' },
    ];
  } finally {
    await server.stop();
    for (const { close } of [silent, good]) close();
  }
}

async function listen(server: Server): Promise<{ host: string; close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
