import * as z from 'zod';
import { findKeyFile, readKeyFile } from '#gateway/node/storage/disk/key-file.ts';
import { InvalidSettingsError } from './invalid-settings-error.ts';
import { explainSetTwice, readSettingFile } from './setting-fields.ts';

const SECRET_BYTES = 32;
const FORM = `must be ${SECRET_BYTES} random bytes in base64 or hex, such as from: openssl rand -base64 ${SECRET_BYTES}`;

/** Bytes of a secret as people and secret stores write it; undefined where it is none. */
function parseSecret(text: string): Uint8Array | undefined {
  const bytes = /^[\da-f]{64}$/iu.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w+/-]{43}=?$/u.test(text)
      ? Buffer.from(text, 'base64')
      : undefined;
  return bytes?.length === SECRET_BYTES ? new Uint8Array(bytes) : undefined;
}

const secret = z.string().transform((text, context) => {
  const bytes = parseSecret(text.trim());
  if (bytes) return bytes;
  context.addIssue(FORM);
  return z.NEVER;
});

/** Secrets that every machine of an installation must share. Without a setting each data folder has its own, in a file. */
export const SECRET_SETTINGS = {
  FIHRIST_SIGNING_SECRET: 'signing-secret',
  FIHRIST_SEALING_KEY: 'sealing-key',
} as const;
export type SecretSetting = keyof typeof SECRET_SETTINGS;

/** By environment variable: the secret itself, or the path of a file that holds it in the same form. */
export const secretSettingsShape = {
  FIHRIST_SIGNING_SECRET: secret.optional(),
  FIHRIST_SIGNING_SECRET_FILE: z.string().min(1).optional(),
  FIHRIST_SEALING_KEY: secret.optional(),
  FIHRIST_SEALING_KEY_FILE: z.string().min(1).optional(),
};
const shape = z.object(secretSettingsShape);
export type SecretSettings = z.output<typeof shape>;

/** What is wrong with the secrets taken together. */
export function explainSecretSettings(settings: SecretSettings): { name: string; message: string }[] {
  return explainSetTwice(settings, Object.keys(SECRET_SETTINGS) as SecretSetting[]);
}

/** The secret of a setting, of the file that it names, or of the data folder. Throws `InvalidSettingsError`, `DamagedKeyFileError`. */
export async function readSecret(
  settings: SecretSettings,
  name: SecretSetting,
  folder: string,
): Promise<Uint8Array> {
  return (await findSecret(settings, name, folder)) ?? readKeyFile(folder, SECRET_SETTINGS[name]);
}

/** The same, but undefined where the data folder would have to make one. */
export async function findSecret(
  settings: SecretSettings,
  name: SecretSetting,
  folder: string,
): Promise<Uint8Array | undefined> {
  const given = settings[name];
  if (given) return given;
  const file = settings[`${name}_FILE`];
  if (file === undefined) return findKeyFile(folder, SECRET_SETTINGS[name]);
  const bytes = parseSecret(await readSettingFile(`${name}_FILE`, file));
  if (!bytes) throw new InvalidSettingsError([`${name}_FILE: its content ${FORM}`]);
  return bytes;
}
