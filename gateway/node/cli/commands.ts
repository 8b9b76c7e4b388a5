import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { botCommands } from './commands/bots.ts';
import { check } from './commands/check.ts';
import { checkDataCommand } from './commands/check-data.ts';
import { keyCommands } from './commands/keys.ts';
import { link } from './commands/link.ts';
import { migrate } from './commands/migrate.ts';
import { processes } from './commands/processes.ts';
import { restore } from './commands/restore.ts';
import { acceptSecrets } from './commands/secrets.ts';
import { acceptFileStore } from './commands/store.ts';

/** Every command, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  link,
  ...keyCommands,
  ...botCommands,
  processes,
  acceptSecrets,
  acceptFileStore,
  backup,
  restore,
  migrate,
  checkDataCommand,
  check,
];
