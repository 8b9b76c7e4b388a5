import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Bot, BotReceipt } from '#contract/bots.ts';
import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import type { Outcome } from '#src/ui/query/outcome-notice.tsx';
import { useArchiveBot, useRestoreBot } from './use-bots.ts';

type BotOutcome =
  | { kind: 'created' | 'saved' | 'archived' | 'restored'; bot: Bot }
  /** `until`: when the bin is emptied. */
  | { kind: 'deleted'; bot: Bot; receipt: BotReceipt; until: number }
  | { kind: 'failed'; error: unknown };

type Actions = { openBot: (bot: Bot) => void; restore: (bot: Bot) => void };

/** The outcome of the last action as text: a receipt of what was removed, and a button to undo it where possible. */
export function useOutcomeText(): (outcome: BotOutcome | undefined, actions: Actions) => Outcome | undefined {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  return (outcome, { openBot, restore }) => {
    if (outcome === undefined || outcome.kind === 'failed') return outcome;
    const { bot } = outcome;
    const { name } = bot;
    const undo = { label: t('action.restore'), onClick: () => restore(bot) };
    if (outcome.kind === 'deleted') {
      const { receipt } = outcome;
      if (receipt.deleted !== 'forever')
        return {
          title: t('done.binned', { name }),
          text: t('done.binnedText', { date: formats.date(outcome.until) }),
          action: undo,
        };
      const { units, passages, files, blobs, keysRevoked } = receipt;
      return {
        title: t('done.forever', { name }),
        text: t('done.receipt', {
          units,
          passages: passages ?? 0,
          files: files ?? 0,
          blobs: blobs ?? 0,
          keysRevoked: keysRevoked ?? 0,
        }),
      };
    }
    const next = { label: t('action.open'), onClick: () => openBot(bot) };
    return {
      title: t(`done.${outcome.kind}`, { name }),
      action: outcome.kind === 'archived' ? undo : outcome.kind === 'created' ? next : undefined,
    };
  };
}

export const PAGE_SIZES = [25, 50, 100] as const;

/** Which form is open: a link may open the settings of a bot. */
function useOpenForm() {
  const [searchParams, setSearchParams] = useSearchParams();
  const linked = Number(searchParams.get('edit') ?? Number.NaN);
  const [open, setOpened] = useState<'new' | number | undefined>(
    Number.isSafeInteger(linked) ? linked : undefined,
  );
  return {
    open,
    setOpen: (form: 'new' | number | undefined) => {
      setOpened(form);
      if (!searchParams.has('edit')) return;
      const others = new URLSearchParams(searchParams);
      others.delete('edit');
      setSearchParams(others, { replace: true, preventScrollReset: true });
    },
  };
}

/** The state of the page, and the actions on its bots. */
export function useBotsState() {
  const navigate = useNavigate();
  const location = useLocation();
  const connection = useConnection();
  const connections = useConnections();
  const knownBots = useSession().data?.bots ?? [];
  const [searchParams, setSearchParams] = useSearchParams();
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  const openForm = useOpenForm();
  const [deleting, setDeleting] = useState<Bot>();
  // After the current bot is deleted, the page of the next bot shows the outcome.
  const [outcome, setOutcome] = useState<BotOutcome | undefined>(
    (location.state as { outcome?: BotOutcome } | null)?.outcome,
  );
  const archive = useArchiveBot();
  const restore = useRestoreBot();
  const isCurrent = (bot: Bot) => String(bot.id) === connection.bot;
  const outcomeCallbacks = (kind: 'archived' | 'restored') => ({
    onSuccess: (bot: Bot) => setOutcome({ kind, bot }),
    onError: (error: unknown) => setOutcome({ kind: 'failed' as const, error }),
  });
  return {
    query: { search: searchParams.get('search')?.slice(0, 200) ?? '', page, pageSize },
    search: (search: string) => {
      setPage(0);
      setSearchParams(search === '' ? {} : { search }, { replace: true, preventScrollReset: true });
    },
    setPage,
    setPageSize: (size: number) => {
      setPage(0);
      setPageSize(size);
    },
    ...openForm,
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
    archive: (bot: Bot) => archive.mutate(bot, outcomeCallbacks('archived')),
    restore: (bot: Bot) => restore.mutate(bot, outcomeCallbacks('restored')),
    deleted: (bot: Bot, receipt: BotReceipt) => {
      setDeleting(undefined);
      const until = Date.now() + BIN_RETENTION_MS;
      const done: BotOutcome = { kind: 'deleted', bot, receipt, until };
      setOutcome(done);
      const next = knownBots.find(({ id }) => id !== bot.id);
      if (!isCurrent(bot) || next === undefined) return;
      void navigate(paths.bots(), { replace: true, state: { outcome: done } });
      connections.update(connection.id, { bot: String(next.id) });
    },
  };
}
export type BotsState = ReturnType<typeof useBotsState>;
