import { createSecretSealer } from '#gateway/modules/access/services/secret-sealer.ts';
import { webhookSecretContext } from '#gateway/modules/alerts/services/manage-webhooks.ts';
import { modelKeyContext } from '#gateway/modules/models/services/resolve-server.ts';
import { InvalidSettingsError } from '#gateway/node/server/settings/invalid-settings-error.ts';
import {
  findSecret,
  SECRET_SETTINGS,
  type SecretSetting,
} from '#gateway/node/server/settings/secret-setting.ts';
import { explainSecret, isSecretOf } from '#gateway/node/server/settings/shared-secrets.ts';
import { DamagedKeyFileError } from '#gateway/node/storage/disk/key-file.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { note, problem, type Stage } from './finding.ts';
import type { ReadOnlyData } from './open-readonly.ts';

const NAMES = Object.keys(SECRET_SETTINGS) as SecretSetting[];

/**
 * Compares the secrets at hand with the fingerprints that the database has of them, then opens whatever is sealed with the
 * right key. Neither a secret nor an opened text is in a finding.
 */
export async function checkSecrets(data: ReadOnlyData, stage: Stage): Promise<void> {
  const rows = await data.db.selectFrom('secret_fingerprint').selectAll().execute();
  for (const name of NAMES) {
    const stored = rows.find((row) => row.name === name)?.fingerprint;
    // Nothing was signed or sealed before the first start.
    const secret = stored === undefined ? undefined : await checkSecret(data, name, stored, stage);
    if (secret && name === 'FIHRIST_SEALING_KEY') await openAll(data.db, secret, stage);
  }
}

/** The secret at hand, if the stored fingerprint is that of the secret. */
async function checkSecret(
  { settings, folder, database }: ReadOnlyData,
  name: SecretSetting,
  stored: string,
  { report }: Stage,
): Promise<Uint8Array | undefined> {
  try {
    const secret = await findSecret(settings, name, folder);
    if (secret && isSecretOf(name, secret, stored)) return secret;
    if (!secret && database.kind === 'postgres')
      report(
        note('secret-unchecked', name, 'it is not on this machine. Run the command where a gateway has it.'),
      );
    else {
      const [what = '', ...remedy] = explainSecret(settings, name, folder, secret === undefined);
      const kind = secret ? 'secret-changed' : 'secret-missing';
      report(problem(kind, name, what, remedy.join(' ')));
    }
  } catch (error) {
    if (!(error instanceof DamagedKeyFileError || error instanceof InvalidSettingsError)) throw error;
    const remedy = 'Put it back from a backup, or see "npm run fihrist -- help secrets".';
    report(problem('secret-unreadable', name, error.message, remedy));
  }
  return undefined;
}

async function openAll(db: Reads, key: Uint8Array, { report }: Stage): Promise<void> {
  const sealer = createSecretSealer(key);
  const servers = await db
    .selectFrom('model_server')
    .select(['bot_id', 'purpose', 'sealed_key as sealed'])
    .where('sealed_key', 'is not', null)
    .execute();
  const webhooks = await db
    .selectFrom('webhook')
    .select(['bot_id', 'id', 'secret_sealed as sealed'])
    .execute();
  const texts = [
    ...servers.map(({ bot_id: botId, purpose, sealed }) => ({
      sealed,
      context: modelKeyContext(botId, purpose),
      subject: `bot ${botId}, key of the ${purpose} server`,
      remedy: 'Enter the key once more, in the settings of the server.',
    })),
    ...webhooks.map(({ bot_id: botId, id, sealed }) => ({
      sealed,
      context: webhookSecretContext(botId),
      subject: `bot ${botId}, secret of webhook ${id}`,
      remedy: 'Create a new secret for the webhook.',
    })),
  ];
  for (const { sealed, context, subject, remedy } of texts)
    await sealer
      .open(sealed ?? '', context)
      .catch(() => report(problem('sealed-unreadable', subject, 'the key does not open it', remedy)));
}
