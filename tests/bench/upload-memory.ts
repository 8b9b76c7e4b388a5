/** Memory of the server above idle while a large file comes in. */
import { STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { startServer } from '#tests/support/server.ts';
import { arabicBytes } from './arabic-text.ts';
import { BENCH_KEY, uploadStream } from './call-gateway.ts';
import { type Figure, round, say } from './figures.ts';
import { idleMegabytes, watchProcesses } from './watch-processes.ts';

const MEGABYTE = 2 ** 20;

export async function measureUploadMemory(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const megabytes of [200, 1024]) figures.push(...(await measureOne(megabytes)));
  // The S3 stand-in keeps objects in the memory of this process.
  const standIn = await startS3StandIn();
  const bucket = {
    FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}`,
    FIHRIST_S3_ENDPOINT: standIn.endpoint,
    FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
    FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
  };
  figures.push(...(await measureOne(200, bucket)));
  await standIn.close();
  return figures;
}

/** Each size on a server of its own: what the one before left in the heap must not count as idle. */
async function measureOne(megabytes: number, bucket?: Record<string, string>): Promise<Figure[]> {
  const server = await startServer({
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_MAX_UPLOAD_MB: '2000',
    ...bucket,
  });
  try {
    const pid = server.process.pid ?? 0;
    const idle = await idleMegabytes(pid);
    const stop = watchProcesses(pid);
    const begun = performance.now();
    await uploadStream(server.origin, 'نص-طويل.txt', arabicBytes(megabytes * MEGABYTE));
    const seconds = (performance.now() - begun) / 1000;
    const { server: peak, serverMark } = stop();
    say(`${megabytes} MB: idle ${round(idle)} MB, peak ${round(peak)} MB, ${round(seconds, 1)} s`);
    const name = `upload of ${megabytes} MB${bucket ? ' to a bucket' : ''}`;
    return [
      { figure: `${name}, idle before`, measured: round(idle), unit: 'MB' },
      { figure: `${name}, above idle`, measured: round(peak - idle), unit: 'MB (VmRSS)', aim: '<= 128' },
      {
        figure: `${name}, above idle, kernel's mark`,
        measured: round(serverMark - idle),
        unit: 'MB (VmHWM)',
      },
      { figure: `${name}, time`, measured: round(seconds, 1), unit: 's' },
    ];
  } finally {
    await server.stop();
  }
}
