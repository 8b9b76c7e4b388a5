import { backup } from '#gateway/node/operate/cli/commands/backup.ts';
import { botCommands } from '#gateway/node/operate/cli/commands/bots.ts';
import { check } from '#gateway/node/operate/cli/commands/check.ts';
import { checkDataCommand } from '#gateway/node/operate/cli/commands/check-data.ts';
import { jobCommands } from '#gateway/node/operate/cli/commands/jobs.ts';
import { keyCommands } from '#gateway/node/operate/cli/commands/keys.ts';
import { link } from '#gateway/node/operate/cli/commands/link.ts';
import { migrate } from '#gateway/node/operate/cli/commands/migrate.ts';
import { processes } from '#gateway/node/operate/cli/commands/processes.ts';
import { restore } from '#gateway/node/operate/cli/commands/restore.ts';
import { acceptSecrets } from '#gateway/node/operate/cli/commands/secrets.ts';
import { acceptFileStore } from '#gateway/node/operate/cli/commands/store.ts';
import { testCommand } from '#gateway/node/operate/cli/commands/test.ts';
import type { Command } from '#gateway/node/operate/cli/context/command.ts';

/** Every command, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  link,
  ...keyCommands,
  ...botCommands,
  processes,
  ...jobCommands,
  acceptSecrets,
  acceptFileStore,
  backup,
  restore,
  migrate,
  checkDataCommand,
  check,
  testCommand,
];
