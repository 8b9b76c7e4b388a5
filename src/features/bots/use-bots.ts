import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Bot, BotChange, NewBot } from '#contract/bots.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

export type BotPage = { search: string; page: number; pageSize: number };

/** One page of the bots that the key may see; null where the gateway does not tell of them. */
export function useBots({ search, page, pageSize }: BotPage, enabled: boolean) {
  const { bots } = useGateway();
  const { id } = useConnection();
  return useQuery({
    queryKey: ['bots', id, search, page, pageSize],
    queryFn: () => bots.list({ search, offset: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Bots, the ones that the top bar offers, and the quota shown there: all are read again. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['bots', 'session', 'usage'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
}

export type Saving = { bot?: Pick<Bot, 'id' | 'etag'> | undefined; value: NewBot & BotChange };

/** Makes a bot, or changes the one that is named, over the version that is named. */
export function useSaveBot() {
  const { bots } = useGateway();
  const onSuccess = useReadAgain();
  return useMutation({
    mutationFn: ({ bot, value }: Saving) =>
      bot === undefined ? bots.create(value) : bots.change(bot.id, value, bot.etag),
    onSuccess,
  });
}

export function useArchiveBot() {
  const { bots } = useGateway();
  const onSuccess = useReadAgain();
  return useMutation({ mutationFn: (bot: Bot) => bots.archive(bot.id), onSuccess });
}

/** Out of the archive, or out of the bin. */
export function useRestoreBot() {
  const { bots } = useGateway();
  const onSuccess = useReadAgain();
  return useMutation({ mutationFn: (bot: Bot) => bots.restore(bot.id), onSuccess });
}

/** `stays`: whether the page goes on with the same bot; else all is read anew anyway. */
export function useDeleteBot() {
  const { bots } = useGateway();
  const connection = useConnection();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ bot, forever }: { bot: Bot; forever: boolean }) => bots.remove(bot.id, { forever }),
    onSuccess: (_, { bot }) => (String(bot.id) === connection.bot ? undefined : readAgain()),
  });
}
