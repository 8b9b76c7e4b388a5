import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { link } from './commands/link.ts';
import { restore } from './commands/restore.ts';

/** Every command, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [link, backup, restore];
