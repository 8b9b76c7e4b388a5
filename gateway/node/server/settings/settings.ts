import * as z from 'zod';
import { MAX_WAITING_SEARCHES, SEARCH_CONCURRENCY } from '#gateway/modules/answers/services/search-queue.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import { explainProxyEntry } from '#gateway/node/server/http/client-address.ts';
import { parseMetricsAddress } from '#gateway/node/server/metrics/metrics-address.ts';
import { blobSettingsShape, explainBlobSettings } from './blob-settings.ts';
import { databaseSettingsShape, explainDatabaseSettings } from './database-settings.ts';
import { explainFleetSettings, fleetSettingsShape } from './fleet-settings.ts';
import { InvalidSettingsError } from './invalid-settings-error.ts';
import { explainModelSettings, modelSettingsShape } from './model-settings.ts';
import { explainSecretSettings, secretSettingsShape } from './secret-setting.ts';
import { whole } from './setting-fields.ts';
import { explainUnknownSettings } from './unknown-settings.ts';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);
const base = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const words = z.string().transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''));
const origins = words.pipe(z.array(origin));
const proxies = words.check(({ value, issues }) => {
  const problem = value.map(explainProxyEntry).find((words) => words !== undefined);
  if (problem) issues.push({ code: 'custom', message: problem, input: value });
});
const metrics = z.string().transform((text, context) => {
  const address = text === 'off' ? null : parseMetricsAddress(text);
  if (address !== undefined) return address;
  context.addIssue('must be "off" or an address such as 127.0.0.1:9464 or [::1]:9464');
  return z.NEVER;
});
/** Every setting, by the name of its environment variable. */
const settingsSchema = z
  .object({
    ...modelSettingsShape,
    ...secretSettingsShape,
    ...databaseSettingsShape,
    ...blobSettingsShape,
    ...fleetSettingsShape,
    PORT: whole(0, 65_535).prefault('8787'),
    HOST: z.string().min(1).prefault('127.0.0.1'),
    FIHRIST_DATA: z.string().min(1).prefault('./data'),
    FIHRIST_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 visible ASCII characters')
      .refine((key) => new Set(key).size >= 8, 'must have at least 8 different characters')
      .optional(),
    FIHRIST_BOT_ID: whole(1, Number.MAX_SAFE_INTEGER).prefault('1'),
    FIHRIST_MODEL_FAMILY: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
        'must be one path segment of letters, digits, ".", "_" and "-"',
      )
      .prefault('Model'),
    FIHRIST_MAX_UPLOAD_MB: whole(1, 100_000).prefault('200'),
    FIHRIST_QUOTA_TOKENS: whole(0, Number.MAX_SAFE_INTEGER).prefault('10000000'),
    FIHRIST_SEARCH_CACHE_MB: whole(0, 100_000).prefault('64'),
    FIHRIST_SEARCH_CONCURRENCY: whole(1, 1_000).prefault(String(SEARCH_CONCURRENCY)),
    FIHRIST_SEARCH_QUEUE: whole(0, 100_000).prefault(String(MAX_WAITING_SEARCHES)),
    FIHRIST_RESERVE_MB: whole(0, 10_000_000).prefault('256'),
    FIHRIST_DISK_CACHE_MB: whole(0, 10_000_000).prefault('4096'),
    /** Was a cache of its own; adds to `FIHRIST_SEARCH_CACHE_MB` where it is set. */
    FIHRIST_VECTOR_CACHE_MB: whole(0, 100_000).prefault('0'),
    FIHRIST_ALLOW_PRIVATE_URLS: words.prefault(''),
    FIHRIST_UPSTREAM: base.optional(),
    FIHRIST_PUBLIC_URL: base.optional(),
    FIHRIST_CONNECT_TO: origins.prefault(''),
    FIHRIST_CORS_ORIGINS: origins.prefault(''),
    FIHRIST_TRUST_PROXY: proxies.prefault(''),
    FIHRIST_METRICS: metrics.prefault('off'),
    FIHRIST_OCR: z.enum(['on', 'off']).prefault('off'),
    FIHRIST_ROBOT_VOICE: z.enum(['on', 'off']).prefault('on'),
    FIHRIST_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).prefault('info'),
  })
  .check(({ value, issues }) => {
    for (const { name, message } of [
      ...explainModelSettings(value),
      ...explainSecretSettings(value),
      ...explainDatabaseSettings(value),
      ...explainBlobSettings(value),
      ...explainFleetSettings(value),
    ])
      issues.push({ code: 'custom', path: [name], message, input: undefined });
  });

export type Settings = z.output<typeof settingsSchema>;

/** Names of all settings, for checks of what mentions them. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

/** Settings of an environment. An empty value counts as none. Never repeats a value: it may be a key. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const unknown = explainUnknownSettings(given, SETTING_NAMES);
  const result = settingsSchema.safeParse(given);
  if (result.success && unknown.length === 0) return result.data;
  const wrong = result.error?.issues ?? [];
  throw new InvalidSettingsError([
    ...unknown.map(({ name, message }) => `${name}: ${message}`),
    ...wrong.map((issue) => `${String(issue.path[0])}: ${lowerFirst(issue.message)}`),
  ]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Where the dashboard is reached: the public address, else host and port as a browser can write them. */
export function originOf({ FIHRIST_PUBLIC_URL, HOST }: Settings, port: number): string {
  if (FIHRIST_PUBLIC_URL) return FIHRIST_PUBLIC_URL;
  const everywhere = HOST === '0.0.0.0' || HOST === '::';
  return `http://${everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}

/** Quotas of speech, for which there is no setting: characters spoken, seconds heard. */
const SPEECH_TOTALS = { speech: 1_000_000, audio: 360_000 } as const;

/** What a new bot is granted unless told otherwise. */
export function firstQuotas({ FIHRIST_QUOTA_TOKENS: text }: Settings): Record<LedgerKind, number> {
  return { text, ...SPEECH_TOTALS };
}

/** What the settings tell the process that indexes. */
export const indexerSettings = (settings: Settings) => ({
  botId: settings.FIHRIST_BOT_ID,
  allowPrivateUrls: settings.FIHRIST_ALLOW_PRIVATE_URLS,
  ocr: settings.FIHRIST_OCR === 'on',
  reserveMegabytes: settings.FIHRIST_RESERVE_MB,
});
