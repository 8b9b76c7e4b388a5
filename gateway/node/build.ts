/** `npm run build`: the dashboard as `npm start` serves it, compressed and stamped with what it was built from. */
import { buildDashboard } from './build-dashboard.ts';

const built = await buildDashboard((line) => console.error(line));
if (!built) console.error('The dashboard is built already.');
