import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { commandActor, recordAuditChanges } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { Command } from '#gateway/node/operate/cli/context/command.ts';
import { withStores } from '#gateway/node/operate/cli/context/open-data.ts';
import { runAsOperator } from '#gateway/node/operate/cli/context/run-as-operator.ts';

export const acceptSecrets: Command = {
  name: 'secrets accept',
  argNames: [],
  summary: 'let the next start bring other secrets, when the former ones are lost',
  details: `A server starts only with the signing secret and the sealing key that its database was used with. When they
are lost, this lets the next start bring others. Saved keys of model servers and secrets of webhooks must then be entered
again, and addresses of files that were handed out within the last day no longer open.`,
  async run(call) {
    const forgotten = await withStores(call, (_, db) => createSecretFingerprintStore(db).forgetAll());
    const subject: AuditSubject = { kind: 'model', id: '', name: '' };
    await runAsOperator(call, async (ports) => {
      const bots = (await ports.bots.all()).filter(({ deletedOn }) => !deletedOn).map(({ id }) => id);
      const actor = commandActor('fihrist secrets accept');
      const event = { botId: ports.settings.botId, actor, action: 'acceptSecrets', subject };
      await recordAuditChanges(ports, event, { subject, before: null, after: null, bots });
    });
    call.printLine('The next start may bring other secrets. Start one server first, then the others.');
    call.printJson({ forgotten });
  },
};
