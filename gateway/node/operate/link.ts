/** `npm run link`: prints another sign-in link, also while the server runs. */
import '../processes/require-node.mjs';
import { keepCompiledModules } from '#gateway/node/processes/compile-cache.ts';

keepCompiledModules();
const { run } = await import('#gateway/node/operate/cli/run.ts');
process.exitCode = await run(['link']);
