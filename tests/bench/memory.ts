/**
 * Resident memory of the gateway while 200 MB and 1 GB are uploaded, and of gateway, indexer and readers while the
 * 40-page PDF and a large text are indexed. Linux only: `node tests/bench/memory.ts`
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CRASH_KEY, createKillableGateway, pause } from '#tests/support/killable-gateway.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';

const MEGABYTE = 1024 * 1024;
/** Megabytes to upload, one after the other; others may be given on the command line. */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [200, 1024];

if (!existsSync('/proc/self/clear_refs')) {
  console.log('Memory can only be measured on Linux.');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'fihrist-bench-'));
const gateway = await createKillableGateway(folder);
const client = createPlainClient(gateway.origin, CRASH_KEY);
try {
  await gateway.start({ FIHRIST_MAX_UPLOAD_MB: '2000' });
  const indexer = await gateway.indexer();
  const server = gateway.pid() ?? 0;
  await client.upload('أول.txt', new Blob(['إحماء']));
  await pause(1000);
  const idle = resident(server);
  console.log(`idle: gateway ${idle} MB, indexer ${resident(indexer)} MB`);

  for (const megabytes of sizes) {
    const peak = await peakOf([server], () => upload(gateway.origin, megabytes));
    console.log(
      `uploading ${megabytes} MB: gateway ${peak.get(server)} MB, ${(peak.get(server) ?? 0) - idle} above idle`,
    );
  }

  const atlas = new URL('../../../shared/data/documents/atlas.Chrome-Amiri.pdf', import.meta.url);
  const documents: [string, string, Buffer][] = [
    ['أطلس', 'أطلس.pdf', existsSync(atlas) ? readFileSync(atlas) : Buffer.from('')],
    ['كبير', 'كبير.txt', Buffer.from(largeText())],
  ];
  for (const [title, name, bytes] of documents) {
    if (bytes.byteLength === 0) continue;
    const peak = await peakOf([server, indexer], async () => {
      const file = await client.upload(name, new Blob([Uint8Array.from(bytes)]));
      const id = await client.register(title, file);
      while ((await client.states([id]))[0]?.status !== 'ready') await pause(50);
      const [state] = await client.states([id]);
      console.log(`${title}: ${(bytes.byteLength / MEGABYTE).toFixed(1)} MB, ${state?.passages} passages`);
    });
    const readers = peak.get(0) ?? 0;
    console.log(`  gateway ${peak.get(server)} MB, indexer ${peak.get(indexer)} MB, reader ${readers} MB`);
  }
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true });
}

/** Highest resident memory of the processes during some work, in MB; under 0 that of the indexer's own children. */
async function peakOf(pids: number[], work: () => Promise<void>): Promise<Map<number, number>> {
  // Forgets the highest mark so far.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  let readers = 0;
  const watch = setInterval(() => {
    for (const pid of pids)
      for (const child of childrenOf(pid))
        if (!pids.includes(child)) readers = Math.max(readers, status(child, 'VmHWM'));
  }, 20);
  await work();
  clearInterval(watch);
  return new Map([[0, readers], ...pids.map((pid) => [pid, status(pid, 'VmHWM')] as const)]);
}

function resident(pid: number): number {
  return status(pid, 'VmRSS');
}

function status(pid: number, field: string): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${field}:`));
    return Math.round(Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
}

/** Streams a form of that size, so that this process holds none of it. */
async function upload(origin: string, megabytes: number): Promise<void> {
  const boundary = 'benchmark';
  const disposition = 'Content-Disposition: form-data; name="Attachment"; filename="big.pdf"';
  const chunk = Buffer.alloc(MEGABYTE, 'نص ');
  function* body() {
    yield Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n`);
    for (let sent = 0; sent < megabytes; sent++) yield chunk;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const call = request(`${origin}/api/UploadBlob`, {
    method: 'POST',
    headers: {
      'x-user-auth': CRASH_KEY,
      'x-bot': '1',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.once('error', reject);
  });
  await pipeline(Readable.from(body()), call);
  const code = await answered;
  if (code !== 200) throw new Error(`the upload was answered with ${code}`);
}

function largeText(): string {
  const sentence = 'كانت صناعة الفخار في القرى الجبلية تنتقل من الآباء إلى الأبناء بلا كتب.';
  return Array.from({ length: 10_000 }, (_, at) =>
    Array.from({ length: 12 }, (_, line) => `${sentence} رقم ${at * 12 + line}.`).join(' '),
  ).join('\n\n');
}
