import type { StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { GATEWAY_ACTOR, recordDeed } from '#gateway/services/audit/audit.ts';
import { tellKey } from './tell-access.ts';
import { UNCHANGED } from '#gateway/services/audit/told-fields.ts';

type SettingsPorts = Pick<Ports, 'audit' | 'clock' | 'log' | 'keys' | 'bots'> & {
  settings: Pick<Ports['settings'], 'botId'>;
};

/** Applies what the settings of the server say of keys, and tells which came, ended or changed by it. */
export async function tellSettings(ports: SettingsPorts, apply: () => Promise<void>): Promise<void> {
  const subject = { kind: 'key', id: '' } as const;
  const deed = { botId: ports.settings.botId, actor: GATEWAY_ACTOR, action: 'applySettings', subject };
  await recordDeed(ports, deed, async (tell) => {
    const before = new Map((await ports.keys.list()).map((key) => [key.id, key]));
    await apply();
    const bots = await ports.bots.all();
    tell({ subject: { ...subject, name: '' }, ...UNCHANGED });
    for (const after of await ports.keys.list()) {
      const was = before.get(after.id) ?? null;
      if (isOther(was, after)) for (const change of tellKey(was, after, bots)) tell(change);
    }
  });
}

function isOther(was: StoredKey | null, is: StoredKey): boolean {
  return JSON.stringify({ ...was, lastUsedOn: null }) !== JSON.stringify({ ...is, lastUsedOn: null });
}
