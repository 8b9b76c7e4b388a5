import * as z from 'zod';
import { whole } from './setting-fields.ts';

/** Settings of processes that work side by side. */
export const fleetSettingsShape = {
  FIHRIST_ROLE: z.enum(['all', 'gateway', 'indexer']).prefault('all'),
  FIHRIST_PROCESS_NAME: z
    .string()
    .regex(/^[\w.-]{1,64}$/u, 'must have 1 to 64 Latin letters, digits, ".", "_" and "-"')
    .optional(),
  FIHRIST_DRAIN_SECONDS: whole(0, 3_600).prefault('0'),
};

interface Given {
  FIHRIST_ROLE: 'all' | 'gateway' | 'indexer';
  FIHRIST_UPSTREAM?: string | undefined;
  FIHRIST_DATABASE?: unknown;
  FIHRIST_DATABASE_FILE?: unknown;
  FIHRIST_BLOBS?: unknown;
}

const STORES = ['FIHRIST_DATABASE', 'FIHRIST_DATABASE_FILE', 'FIHRIST_BLOBS'] as const;

/** What is wrong with settings that are each right by themselves. */
export function explainFleetSettings(settings: Given): { name: string; message: string }[] {
  if (settings.FIHRIST_UPSTREAM === undefined) return [];
  const message =
    'cannot be set together with FIHRIST_UPSTREAM, which uses the gateway of another server. Remove one of the two';
  return [
    ...(settings.FIHRIST_ROLE === 'all' ? [] : [{ name: 'FIHRIST_ROLE', message }]),
    ...STORES.filter((name) => settings[name] !== undefined).map((name) => ({ name, message })),
  ];
}
