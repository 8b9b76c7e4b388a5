/** `npm start`: builds the dashboard when it is missing or stale, serves it with the gateway, prints the link. */
import '../processes/require-node.mjs';
import { keepCompiledModules } from '../processes/compile-cache.ts';
import { explainStartFailure } from './settings/explain-start-failure.ts';

/** A terminal signals its whole group and npm passes the signal on, so copies of one signal arrive within this time. */
const SAME_SIGNAL_MS = 1_000;

// Under `node --watch` children would report their imports over the channel that the indexer speaks on.
delete process.env['WATCH_REPORT_DEPENDENCIES'];

try {
  keepCompiledModules();
  const { parseSettings } = await import('./settings/settings.ts');
  const { buildDashboard } = await import('./build-dashboard.ts');
  const { updateBundles } = await import('../processes/bundles/update-bundles.ts');
  const { runServer } = await import('./run-server.ts');
  const settings = parseSettings(process.env);
  // `npm run dev` serves the pages itself; an indexer has none.
  const isDevelopment = process.argv.includes('--gateway-only');
  const pages = !isDevelopment && settings.FIHRIST_ROLE !== 'indexer';
  if (pages) await buildDashboard(console.log);
  const { link, stop } = await runServer(settings, { pages });
  let stoppingSince: number | undefined;
  const end = (): void => {
    if (stoppingSince !== undefined) {
      // A second signal means now.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // Before the link: whoever waits for it may send a signal at once.
  process.on('SIGTERM', end);
  process.on('SIGINT', end);

  if (link !== null) console.log(`\n  Fihrist · فهرس\n  ${link}\n`);
  if (link?.includes('#code='))
    console.log('  The link signs you in once, within ten minutes. Another: npm run link\n');
  // The start does not wait for the bundles: until they exist, readers start from their sources.
  if (!isDevelopment) void updateBundles(console.log);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
