/** `npm run docs`: makes the generated parts of docs/api.md from the contract. */
import { readFileSync, writeFileSync } from 'node:fs';
import { refreshApiDocs } from './api-reference.ts';

const file = new URL('../../../../docs/api.md', import.meta.url);
writeFileSync(file, refreshApiDocs(readFileSync(file, 'utf8')));
