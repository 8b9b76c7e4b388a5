import { originOf } from '#gateway/node/settings.ts';
import { makeCode } from '#gateway/services/access/sign-in.ts';
import type { Command } from '../command.ts';
import { settingsOf, withStores } from '../open-data.ts';

export const link: Command = {
  name: 'link',
  takes: [],
  summary: 'print a link that signs in once, within ten minutes',
  async run(call) {
    const settings = settingsOf(call);
    const code = await withStores(call, ({ keys }) => makeCode(keys, new Date()));
    const address = `${originOf(settings, settings.PORT)}/#code=${code}`;
    call.say(address);
    call.tell({ link: address });
  },
};
