/**
 * `npm run build`: the dashboard as `npm start` serves it, compressed and stamped with what it was built from, and the
 * bundles that readers of documents start from.
 */
import { buildDashboard } from './build-dashboard.ts';
import { updateBundles } from './bundles/update-bundles.ts';

const log = (line: string): void => console.error(line);
const built = await buildDashboard(log);
if (!built) console.error('The dashboard is built already.');
await updateBundles(log);
