#!/usr/bin/env node
// Plain JavaScript: an older Node could not read a .ts file to say what is missing.
import '../../processes/require-node.mjs';

const { keepCompiledModules } = await import('../../processes/compile-cache.ts');
keepCompiledModules();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
