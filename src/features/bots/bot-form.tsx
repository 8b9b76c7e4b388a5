import { useTranslation } from 'react-i18next';
import type { Bot } from '#contract/bots.ts';
import { listBots } from '#contract/operations/bots.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { Conflict } from '#src/api/transport/gateway-errors.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { useStaleVersion } from '#src/ui/use-stale-version.ts';
import { BotFields } from './bot-fields.tsx';
import { useBotForm } from './use-bot-form.ts';
import { useSaveBot } from './use-bots.ts';

type BotFormProps = {
  /** Without it a new bot is made. */
  bot?: Bot;
  onSaved: (bot: Bot) => void;
  onCancel: () => void;
};

/** Whether another person saved first. Other conflicts explain themselves. */
const isStaleError = (error: unknown) =>
  error instanceof Conflict && (error.fault === undefined || error.fault === 'stale-bot');

const PAGE_SIZE = 100;

async function findBot(gateway: GatewayClient, id: number): Promise<Bot | undefined> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const list = await gateway.read(listBots, { query: { offset, limit: PAGE_SIZE } }).catch(() => null);
    const bot = list?.items.find((item) => item.id === id);
    if (bot || list === null || offset + PAGE_SIZE >= list.total) return bot;
  }
}

/** Edits the settings of a bot. After a conflict the other version is offered, and nothing entered is lost. */
export function BotForm({ bot, onSaved, onCancel }: BotFormProps) {
  const { t } = useTranslation(['bots', 'common']);
  const botName = useBotName();
  const gateway = useGateway();
  const form = useBotForm(bot);
  const save = useSaveBot();
  const { base, newer, setNewer, resolve } = useStaleVersion(bot, save);

  const submit = (replacedVersion = base) =>
    form.submit((value) =>
      save.mutate(
        { bot: replacedVersion, value },
        {
          onSuccess: onSaved,
          onError: async (error) => {
            if (isStaleError(error) && replacedVersion !== undefined)
              setNewer(await findBot(gateway, replacedVersion.id));
          },
        },
      ),
    );
  return (
    <RecordForm
      label={bot === undefined ? t('form.new') : t('action.settingsNamed', { name: botName(bot) })}
      heading={bot === undefined ? t('form.new') : undefined}
      width={720}
      gap={3}
      submitLabel={t(bot === undefined ? 'form.submit' : 'form.save')}
      busy={save.isPending}
      onSubmit={() => submit()}
      onCancel={onCancel}
    >
      <BotFields form={form} isNew={bot === undefined} />
      {newer !== undefined && isStaleError(save.error) ? (
        <StaleNotice
          title={t('form.stale')}
          keepLabel={t('form.keepMine')}
          takeLabel={t('form.takeTheirs')}
          onKeep={() => resolve(() => submit(newer))}
          onTake={() => resolve(() => form.reset(newer))}
        >
          {t('form.staleText')}
        </StaleNotice>
      ) : (
        <FaultNotice error={save.error} onDismiss={save.reset} />
      )}
    </RecordForm>
  );
}
