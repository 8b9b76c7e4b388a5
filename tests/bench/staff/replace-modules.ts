/** Lets other modules stand in for modules of the engine, in this process, for whatever is imported from then on. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Replacement } from './parts.ts';

const ENGINE = join(import.meta.dirname, '../../../gateway/engine');
const STAND_INS = join(import.meta.dirname, 'without');

export const engineModule = ({ module }: Replacement): string => join(ENGINE, module);
export const standInModule = ({ standIn }: Replacement): string => join(STAND_INS, standIn);

/** Returns a check that each of them was imported by now; it throws where one was not, as nothing was left out then. */
export function replaceModules(replacements: readonly Replacement[]): () => void {
  const standIns = new Map(
    replacements.map((replacement) => [
      pathToFileURL(engineModule(replacement)).href,
      pathToFileURL(standInModule(replacement)).href,
    ]),
  );
  const used = new Set<string>();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const standIn = standIns.get(resolved.url);
      // A replacement may import the replaced module.
      if (standIn === undefined || context.parentURL === standIn) return resolved;
      used.add(resolved.url);
      return { ...resolved, url: standIn };
    },
  });
  return () => {
    for (const url of standIns.keys())
      if (!used.has(url)) throw new Error(`${url} was never imported: nothing was left out`);
  };
}
