/**
 * Makes the bundles of programs that are started often. A process of its own, since a server has no other use for
 * Vite.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { BUNDLE_MANIFEST, BUNDLED_PROGRAMS, BUNDLES, type BundleManifest, hashFile } from './find-bundle.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Inputs beside the sources: versions of libraries, aliases of imports, and this file. */
const MORE_INPUTS = ['package.json', 'package-lock.json', relative(ROOT, fileURLToPath(import.meta.url))];
/** A process that runs from older bundles may still load parts of them. */
const KEEP_MS = 60 * 60 * 1000;

/** Readable, without source maps: regions name the file of each part, and a stack trace shows the line. */
async function bundle(outDir: string): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    root: ROOT,
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    // As Node itself chooses among the files of a package.
    resolve: { mainFields: [], conditions: ['node'] },
    ssr: { noExternal: true, resolve: { conditions: ['node'] } },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(BUNDLED_PROGRAMS).map(([name, path]) => [name, join(ROOT, path)]),
        ),
        // Optional parts of a library, which are not installed: see overrides in package.json.
        external: [/^pdfjs-dist/, /^tesseract\.js(?:\/|$)/],
        output: { entryFileNames: '[name]-process.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
}

function sourcesOf(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const paths = chunks
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => id.startsWith(ROOT))
    .map((id) => relative(ROOT, id.replace(/\?.*$/u, '')))
    .filter((path) => !path.startsWith('node_modules'));
  return [...new Set([...paths, ...MORE_INPUTS])].sort();
}

async function removeOld(current: string): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    if (name === current || name === BUNDLE_MANIFEST) continue;
    const path = join(BUNDLES, name);
    if ((await stat(path)).mtimeMs < Date.now() - KEEP_MS) await rm(path, { recursive: true, force: true });
  }
}

const folder = `${Date.now()}-${process.pid}`;
await mkdir(BUNDLES, { recursive: true });
const chunks = await bundle(join(BUNDLES, folder));
const inputs = Object.fromEntries(sourcesOf(chunks).map((path) => [path, hashFile(join(ROOT, path))]));
const manifest: BundleManifest = { folder, inputs };
const draft = join(BUNDLES, folder, BUNDLE_MANIFEST);
await writeFile(draft, JSON.stringify(manifest));
await rename(draft, join(BUNDLES, BUNDLE_MANIFEST));
await removeOld(folder);
