import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { SecretFingerprintStore } from '#gateway/modules/access/ports/secret-fingerprints.ts';
import {
  findSecret,
  readSecret,
  SECRET_SETTINGS,
  type SecretSetting,
  type SecretSettings,
} from './secret-setting.ts';

/** What cannot be done without the secret that the database was used with. */
const NEEDED_FOR: Record<SecretSetting, string> = {
  FIHRIST_SIGNING_SECRET:
    'Addresses of files that were handed out within the last day open with that one alone.',
  FIHRIST_SEALING_KEY: 'Saved keys of model servers and secrets of webhooks can be read with that one alone.',
};

/** What accepting another one costs. */
const COST_OF_ANOTHER: Record<SecretSetting, string> = {
  FIHRIST_SIGNING_SECRET: 'File addresses handed out before no longer open; new calls return new ones.',
  FIHRIST_SEALING_KEY:
    'Owners then enter the keys of model servers once more and create new secrets for webhooks.',
};

/** A secret is not the one that the database was used with. */
export class SecretChangedError extends Error {
  constructor(problems: Readonly<Partial<Record<SecretSetting, string>>>) {
    const costs = (Object.keys(problems) as SecretSetting[]).map((name) => COST_OF_ANOTHER[name]);
    const way = ['If the former is lost: npm run fihrist -- secrets accept, then start.', ...costs].join(' ');
    super([...Object.values(problems), way].join('\n'));
    this.name = 'SecretChangedError';
  }
}

/**
 * The secrets of a server. The first start leaves a keyed hash of each in the database; a later one with another secret,
 * or a second server with one of its own, throws `SecretChangedError` before anything is signed or sealed with it.
 */
export async function readSharedSecrets(
  settings: SecretSettings,
  folder: string,
  fingerprints: SecretFingerprintStore,
): Promise<Record<SecretSetting, Uint8Array>> {
  const problems: Partial<Record<SecretSetting, string>> = {};
  const resolveSecret = async (name: SecretSetting): Promise<Uint8Array> => {
    const storedFingerprint = await fingerprints.find(name);
    // A lost secret must not be replaced by a new one, which a backup would then hold.
    const secret = await (storedFingerprint === undefined ? readSecret : findSecret)(settings, name, folder);
    const fingerprint = secret && fingerprintOf(name, secret);
    const expected = storedFingerprint ?? (fingerprint && (await fingerprints.keepFirst(name, fingerprint)));
    if (secret && expected && isSecretOf(name, secret, expected)) return secret;
    problems[name] = explainSecret(settings, name, folder, secret === undefined).join(' ');
    return new Uint8Array();
  };
  const secrets = {
    FIHRIST_SIGNING_SECRET: await resolveSecret('FIHRIST_SIGNING_SECRET'),
    FIHRIST_SEALING_KEY: await resolveSecret('FIHRIST_SEALING_KEY'),
  };
  if (Object.keys(problems).length > 0) throw new SecretChangedError(problems);
  return secrets;
}

/**
 * Fingerprint of a secret. The fingerprint reveals nothing about 256 random bits, and different secrets have different
 * ones.
 */
function fingerprintOf(name: SecretSetting, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(`fihrist fingerprint v1 ${name}`).digest('hex');
}

/** Whether a fingerprint in the database is that of this secret. */
export function isSecretOf(name: SecretSetting, secret: Uint8Array, fingerprint: string): boolean {
  const own = fingerprintOf(name, secret);
  return own.length === fingerprint.length && timingSafeEqual(Buffer.from(own), Buffer.from(fingerprint));
}

/** Three sentences: the problem of a secret, the purpose of the secret, and what to do. */
export function explainSecret(
  settings: SecretSettings,
  name: SecretSetting,
  folder: string,
  isMissing: boolean,
): string[] {
  const file = join(folder, SECRET_SETTINGS[name]);
  const given = settings[name] ? name : settings[`${name}_FILE`] && `${name}_FILE`;
  if (given)
    return [
      `${given}: is not the secret that this database was used with.`,
      NEEDED_FOR[name],
      `Set it to the former one: that of the other servers, or remove the setting where ${file} holds it.`,
    ];
  return [
    `${name}: the file ${file} ${isMissing ? 'is missing' : 'is not the one that this database was used with'}.`,
    NEEDED_FOR[name],
    `Put the file back from a backup, or set ${name} to the secret of the other servers.`,
  ];
}
