/** `npm run link`: prints another sign-in link, also while the server runs. */
import './require-node.mjs';
import { existsSync } from 'node:fs';
import { createKeyStore } from '#gateway/adapters/sql/keys.ts';
import { makeCode } from '#gateway/services/sign-in.ts';
import { dataPaths } from './data-folder.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { originOf, parseSettings } from './settings.ts';
import { openSqlite } from './sqlite.ts';

try {
  const settings = parseSettings(process.env);
  const { database, folder } = dataPaths(settings.FIHRIST_DATA);
  if (!existsSync(database)) {
    console.error(`There is no data in ${folder} yet. Start the server first: npm start`);
    process.exit(1);
  }
  const db = await openSqlite(database);
  const code = await makeCode(createKeyStore(db), new Date());
  await db.close();
  console.log(`${originOf(settings, settings.PORT)}/#code=${code}`);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
