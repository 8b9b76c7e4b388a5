/** `npm run link`: prints another sign-in link, also while the server runs. */
import './require-node.mjs';
import { run } from './cli/run.ts';

process.exitCode = await run(['link']);
