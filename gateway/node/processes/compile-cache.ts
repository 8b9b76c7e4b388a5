import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** Stripping types and compiling is a third of a later start. Where the folder cannot be written, it is done each time. */
export function keepCompiledModules(): void {
  enableCompileCache(FOLDER);
}

/** The same for a child, in its environment: its entry imports all else before it could ask. */
export const KEEPS_COMPILED_MODULES = { NODE_COMPILE_CACHE: FOLDER };
