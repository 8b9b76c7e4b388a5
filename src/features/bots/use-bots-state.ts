import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Bot, BotReceipt } from '#contract/bots.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import { useConnection } from '#src/api/gateway-context.tsx';
import { useSession } from '#src/api/use-role.ts';
import { paths } from '#src/paths.ts';
import type { Outcome } from './outcome-notice.tsx';
import { useArchiveBot, useRestoreBot } from './use-bots.ts';

export const PAGE_SIZES = [25, 50, 100] as const;
const BIN_MS = 30 * 86_400_000;
export type Open = { new: true } | { id: number };

/** What the page shows, and what is done to its bots. */
export function useBotsState() {
  const navigate = useNavigate();
  const location = useLocation();
  const connection = useConnection();
  const connections = useConnections();
  const known = useSession().data?.bots ?? [];
  const [address, setAddress] = useSearchParams();
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  const [open, setOpen] = useState<Open>();
  const [deleting, setDeleting] = useState<Bot>();
  // What became of the bot that was open here is told by the page of the bot that is open now.
  const [outcome, setOutcome] = useState<Outcome | undefined>(
    (location.state as { outcome?: Outcome } | null)?.outcome,
  );
  const archive = useArchiveBot();
  const restore = useRestoreBot();
  const isCurrent = (bot: Bot) => String(bot.id) === connection.bot;
  const told = (kind: 'archived' | 'restored') => ({
    onSuccess: (bot: Bot) => setOutcome({ kind, bot }),
    onError: (error: unknown) => setOutcome({ kind: 'failed' as const, error }),
  });
  return {
    query: { search: address.get('search')?.slice(0, 200) ?? '', page, pageSize },
    search: (search: string) => {
      setPage(0);
      setAddress(search === '' ? {} : { search }, { replace: true, preventScrollReset: true });
    },
    setPage,
    setPageSize: (size: number) => {
      setPage(0);
      setPageSize(size);
    },
    open,
    setOpen,
    deleting,
    setDeleting,
    outcome,
    setOutcome,
    busy: archive.isPending || restore.isPending,
    isCurrent,
    openBot: (bot: Bot) => {
      connections.update(connection.id, { bot: String(bot.id) });
      void navigate(paths.overview());
    },
    archive: (bot: Bot) => archive.mutate(bot, told('archived')),
    restore: (bot: Bot) => restore.mutate(bot, told('restored')),
    deleted: (bot: Bot, receipt: BotReceipt) => {
      setDeleting(undefined);
      const until = Date.now() + BIN_MS;
      const done: Outcome = { kind: 'deleted', bot, receipt, until };
      setOutcome(done);
      const next = known.find(({ id }) => id !== bot.id);
      if (!isCurrent(bot) || next === undefined) return;
      void navigate(paths.bots(), { replace: true, state: { outcome: done } });
      connections.update(connection.id, { bot: String(next.id) });
    },
  };
}
export type BotsState = ReturnType<typeof useBotsState>;
