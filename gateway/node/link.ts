/** `npm run link`: prints another sign-in link, also while the server runs. */
import './require-node.mjs';
import { keepCompiledModules } from './compile-cache.ts';

keepCompiledModules();
const { run } = await import('./cli/run.ts');
process.exitCode = await run(['link']);
