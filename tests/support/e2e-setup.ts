/** What all files of the tier e2e share: a browser, a server with knowledge in it and a small web site. */
import type { TestProject } from 'vitest/node';
import { launchBrowserServer } from './browser.ts';
import { startPageServer } from './page-server.ts';
import { type SeededKnowledge, seedKnowledge } from './seed-knowledge.ts';
import { startServer } from './server.ts';

const KEY = 'a-key-that-the-tier-shares-1';

export interface SharedServer {
  origin: string;
  dataFolder: string;
  /** A key of the operator. */
  key: string;
  /** The knowledge of bot 1, which no test changes. */
  seeded: SeededKnowledge;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where Playwright connects. */
    browser: string;
    server: SharedServer;
    /** Origin of the site, which the server may read and which may call the API from a browser. */
    site: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, site] = await Promise.all([launchBrowserServer(), startPageServer()]);
  const server = await startServer({
    FIHRIST_API_KEY: KEY,
    FIHRIST_ALLOW_PRIVATE_URLS: site.host,
    FIHRIST_CORS_ORIGINS: site.origin,
  });
  const close = async (): Promise<void> => {
    await Promise.all([browser.close(), server.stop(), site.close()]);
  };
  try {
    const seeded = await seedKnowledge(server.origin, KEY, site.origin);
    project.provide('browser', browser.wsEndpoint());
    project.provide('site', site.origin);
    const { origin, dataFolder } = server;
    project.provide('server', { origin, dataFolder, key: KEY, seeded });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}
