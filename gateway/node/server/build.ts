/**
 * `npm run build`: the dashboard as `npm start` serves it, compressed and stamped with what it was built from, and the
 * bundles that readers of documents start from.
 */

import { updateBundles } from '#gateway/node/processes/bundles/update-bundles.ts';
import { buildDashboard } from './build-dashboard.ts';

const log = (line: string): void => console.error(line);
const built = await buildDashboard(log);
if (!built) console.error('The dashboard is built already.');
await updateBundles(log);
