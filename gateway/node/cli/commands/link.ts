import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import { findServerOrigin } from '#gateway/node/data/server-address.ts';
import { originOf } from '#gateway/node/settings/settings.ts';
import type { Command } from '../command.ts';
import { settingsOf, withStores } from '../open-data.ts';

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
