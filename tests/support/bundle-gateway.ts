/**
 * Bundles server and indexer once for all starts of a run, which load a few files in place of some thousand. The night
 * tier and the tests of `npm start` itself start from sources.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
/** Within node_modules, so that libraries which are not bundled are found. */
const CACHE = join(ROOT, 'node_modules/.cache/test-gateway');
const SUPERVISOR = join(ROOT, 'gateway/node/processes/indexing/supervise-indexer.ts');

/** Modules know their place as if they were not bundled; the supervisor starts the indexer beside its own bundle. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    const [path = ''] = id.split('?');
    const bundled = code.replace("'./indexer.ts', import.meta.url", "'./indexer.mjs', import.meta['url']");
    if ((path === SUPERVISOR) !== (bundled !== code))
      return this.error('the supervisor starts its indexer otherwise');
    return bundled
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
  },
};

/** A folder for each state of the sources, so that runs beside each other share it and what Node compiled of it. */
export default async function setup(): Promise<void> {
  // Another project of the run made the bundles.
  if (process.env['TEST_GATEWAY'] !== undefined) return;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  await build({
    root: ROOT,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepPlaces],
    resolve: { mainFields: [], conditions: ['node'] },
    // The server loads Vite only to build the dashboard.
    ssr: { noExternal: true, external: ['vite'], resolve: { conditions: ['node'] } },
    build: {
      ssr: true,
      outDir: draft,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: {
          server: join(ROOT, 'gateway/node/server/start.ts'),
          indexer: join(ROOT, 'gateway/node/processes/indexing/indexer.ts'),
        },
        // Optional parts of libraries, which are not installed.
        external: [/^pdfjs-dist/, /^tesseract\.js(?:\/|$)/, /^pg-native$/],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const hash = createHash('sha256');
  for (const name of (await readdir(draft)).sort()) hash.update(await readFile(join(draft, name)));
  const folder = join(CACHE, hash.digest('hex'));
  if (!existsSync(folder)) await rename(draft, folder).catch(() => {});
  await rm(draft, { recursive: true, force: true });
  process.env['TEST_GATEWAY'] = join(folder, 'server.mjs');
}
