import { keepPreviousData } from '@tanstack/react-query';
import type { Bot, BotChange, NewBot } from '#contract/bots.ts';
import { HEADERS } from '#contract/headers.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import {
  archiveBot,
  changeBot,
  createBot,
  deleteBot,
  listBots,
  restoreBot,
} from '#contract/operations/bots.ts';
import { session } from '#contract/operations/session.ts';
import { usage, usageOfBots } from '#contract/operations/usage.ts';
import type { LedgerState } from '#contract/usage.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

const DELETE_TIMEOUT_MS = 120_000;

/** A bot may be used up at any moment. */
const AGAIN = { refetchInterval: 60_000, placeholderData: keepPreviousData } as const;

/** The lists of bots here and in the top bar, and the quota shown there. */
const CHANGES = [listBots.id, session.id, usage.id, usageOfBots.id];

type BotsQuery = { search: string; page: number; pageSize: number };

/** One page of the bots that the key may see; null where the gateway does not list bots. */
export function useBots({ search, page, pageSize }: BotsQuery, enabled: boolean) {
  const query = { search, offset: page * pageSize, limit: pageSize };
  return useRead(listBots, { query }, { placeholderData: keepPreviousData, enabled });
}

export type UsageOfListedBots = {
  /** Ledgers by bot id; a bot in the bin has none. */
  ledgers: ReadonlyMap<number, readonly LedgerState[]>;
  /** True until the ledgers are known, if the key may read them: a bot may be used up meanwhile. */
  isPending: boolean;
};

/** The ledgers of the bots on this page of the list; none for a key that may not read reports. */
export function useUsageOfListedBots(bots: readonly Bot[]): UsageOfListedBots {
  const canRead = useCanUse(usageOfBots);
  const query = { ids: bots.map(({ id }) => id).join(','), offset: 0, limit: PAGE_LIMITS.max };
  const { data, isPending, isPlaceholderData } = useRead(
    usageOfBots,
    { query },
    { enabled: canRead && bots.length > 0, ...AGAIN },
  );
  return {
    ledgers: new Map(data?.items.map(({ id, ledgers }) => [id, ledgers])),
    isPending: canRead && (isPending || isPlaceholderData),
  };
}

type SaveBotInput = { bot?: Pick<Bot, 'id' | 'etag'> | undefined; value: NewBot & BotChange };

/** Creates a bot, or changes the given version of one. */
export function useSaveBot() {
  return useGatewayMutation(
    (gateway, { bot, value }: SaveBotInput) =>
      bot === undefined
        ? gateway.call(createBot, { body: value })
        : gateway.call(changeBot, {
            params: { id: bot.id },
            body: value,
            headers: { [HEADERS.ifMatch]: bot.etag },
          }),
    { changes: CHANGES },
  );
}

export const useArchiveBot = () =>
  useGatewayMutation((gateway, { id }: Bot) => gateway.call(archiveBot, { params: { id } }), {
    changes: CHANGES,
  });

/** Out of the archive, or out of the bin. */
export const useRestoreBot = () =>
  useGatewayMutation((gateway, { id }: Bot) => gateway.call(restoreBot, { params: { id } }), {
    changes: CHANGES,
  });

/** After the current bot is deleted the page switches to another, and everything is read again anyway. */
export function useDeleteBot() {
  const connection = useConnection();
  return useGatewayMutation(
    (gateway, { bot, forever }: { bot: Bot; forever: boolean }) =>
      gateway.call(deleteBot, {
        params: { id: bot.id },
        query: { forever: forever ? 'true' : undefined },
        timeout: DELETE_TIMEOUT_MS,
      }),
    { changes: CHANGES, rereads: (error, { bot }) => error === null && String(bot.id) !== connection.bot },
  );
}
