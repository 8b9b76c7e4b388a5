import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import type { Command } from '#gateway/node/operate/cli/context/command.ts';
import { settingsOf, withStores } from '#gateway/node/operate/cli/context/open-data.ts';
import { originOf } from '#gateway/node/server/settings/settings.ts';
import { findServerOrigin } from '#gateway/node/storage/data/server-address.ts';

export const link: Command = {
  name: 'link',
  argNames: [],
  summary: 'print a link that signs in once, within ten minutes',
  async run(call) {
    const settings = settingsOf(call);
    const address = await withStores(call, async ({ keys, processes }) => {
      const origin = await findServerOrigin(settings.FIHRIST_DATA, processes);
      const code = await createSignInCode(keys, new Date());
      return `${origin ?? originOf(settings, settings.PORT)}/#code=${code}`;
    });
    call.printLine(address);
    call.printJson({ link: address });
  },
};
