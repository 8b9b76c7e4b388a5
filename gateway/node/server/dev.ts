/** `npm run dev`: pages by Vite with hot reload; the gateway beside it, restarted when its code changes. */
import '../processes/require-node.mjs';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { explainStartFailure } from './settings/explain-start-failure.ts';
import { originOf, parseSettings } from './settings/settings.ts';

try {
  const settings = parseSettings(process.env);
  const gatewayPort = settings.PORT + 1;
  const target = `http://127.0.0.1:${gatewayPort}`;
  const vite = await createServer({
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    server: {
      host: settings.HOST,
      port: settings.PORT,
      strictPort: true,
      proxy: { '/api': { target }, '/healthz': { target }, '/readyz': { target }, '/docs': { target } },
    },
  });
  await vite.listen();
  const start = fileURLToPath(new URL('start.ts', import.meta.url));
  const gateway = spawn(process.execPath, ['--watch', '--watch-preserve-output', start, '--gateway-only'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(gatewayPort),
      HOST: '127.0.0.1',
      FIHRIST_PUBLIC_URL: originOf(settings, settings.PORT),
    },
  });
  const end = (): void => {
    gateway.kill('SIGTERM');
    void vite.close();
  };
  gateway.once('exit', (code) => process.exit(code ?? 0));
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
