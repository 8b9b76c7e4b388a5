import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Within what a sandboxed process may read. */
export const BUNDLES = join(ROOT, 'node_modules/.cache/bundles');
/** Says which folder of bundles is in use; written last, and replaced in one step. */
export const BUNDLE_MANIFEST = 'current.json';

/** Programs that are started for one document or record each, so that loading hundreds of modules would be most of their work. */
export const BUNDLED_PROGRAMS = {
  reader: 'gateway/node/processes/reader/reader-process.ts',
  decoder: 'gateway/node/processes/audio/decoder-process.ts',
} as const;
export type BundledProgram = keyof typeof BUNDLED_PROGRAMS;

export interface BundleManifest {
  /** Name of the folder beside the manifest. */
  folder: string;
  /** SHA-256 of each file of ours that is in the bundles or says what is, by its path from the root. */
  inputs: Record<string, string>;
}

/** The file to start a program from: its bundle, or its source where the bundle is missing or was made from other sources. */
export function findProgram(program: BundledProgram): string {
  return findBundle(program) ?? join(ROOT, BUNDLED_PROGRAMS[program]);
}

/** The bundle of a program, if there is one of the sources as they are. It compares their contents: a fresh checkout has fresh times. */
export function findBundle(program: BundledProgram, bundles = BUNDLES, root = ROOT): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(bundles, BUNDLE_MANIFEST), 'utf8')) as BundleManifest;
    const bundle = join(bundles, manifest.folder, `${program}-process.mjs`);
    const isCurrent = Object.entries(manifest.inputs).every(
      ([path, sha256]) => hashFile(join(root, path)) === sha256,
    );
    return isCurrent && existsSync(bundle) ? bundle : undefined;
  } catch {
    // None was made yet, or a source is gone.
    return undefined;
  }
}

export function hashFile(path: string): string {
  return hash('sha256', readFileSync(path));
}
