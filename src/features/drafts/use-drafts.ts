import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDrafts } from '#contract/operations/versions.ts';
import type { DraftKey, KnowledgeDraft } from '#contract/versions.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useDraftActions } from '#src/ui/draft/use-draft-actions.ts';
import { usePaging } from '#src/ui/pagination.tsx';
import type { Outcome } from '#src/ui/query/outcome-notice.tsx';

const ACTIVE_INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 3_000;

/** Whether a draft moves by itself in a moment. */
const isMoving = ({ proof, release, publishing }: KnowledgeDraft): boolean =>
  publishing || proof?.state === 'running' || release === 'proof';

/** A page of drafts, read again more often while tests are asked over one of them. */
export function useDraftPage(enabled: boolean) {
  const { bot: botId } = useConnection();
  const paging = usePaging();
  const query = { offset: String(paging.page * paging.pageSize), limit: String(paging.pageSize) };
  const list = useRead(
    listDrafts,
    { params: { botId }, query },
    {
      enabled,
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(isMoving) === true ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS,
    },
  );
  // The last drafts of a page may have gone.
  const total = list.data?.total;
  const lastPage = total === undefined ? undefined : Math.max(0, Math.ceil(total / paging.pageSize) - 1);
  if (lastPage !== undefined && !list.isPlaceholderData && paging.page > lastPage)
    paging.onPageChange(lastPage);
  return { list, paging };
}

export const keyOf = ({ unit, version }: KnowledgeDraft): DraftKey => ({
  unitId: unit.id,
  version: version.number,
});

/** What is done with drafts, with its outcome, which stays until it is dismissed. */
export function useDraftControls() {
  const { t } = useTranslation('drafts');
  const actions = useDraftActions();
  const [outcome, setOutcome] = useState<Outcome>();
  const [scheduling, setScheduling] = useState<readonly KnowledgeDraft[]>([]);
  const [discarding, setDiscarding] = useState<readonly KnowledgeDraft[]>([]);
  const fail = { onError: (error: Error) => setOutcome({ error }) };
  return {
    ...actions,
    outcome,
    dismiss: () => setOutcome(undefined),
    scheduling,
    discarding,
    askWhen: setScheduling,
    askToDiscard: setDiscarding,
    publishNow: (drafts: readonly KnowledgeDraft[], untested = false) =>
      actions.publish.mutate(
        { drafts: drafts.map(keyOf), on: null, untested },
        {
          ...fail,
          onSuccess: ({ published, indexing, testing }) =>
            setOutcome({
              title: [
                ...(published.length > 0 ? [t('done.published', { count: published.length })] : []),
                ...(indexing.length > 0 ? [t('done.indexing', { count: indexing.length })] : []),
                ...(testing.length > 0 ? [t('done.publishing', { count: testing.length })] : []),
              ].join(' · '),
            }),
        },
      ),
    publishOn: (on: string) =>
      actions.publish.mutate(
        { drafts: scheduling.map(keyOf), on },
        {
          onSuccess({ scheduled }) {
            setScheduling([]);
            setOutcome({ title: t('done.scheduled', { count: scheduled.length }) });
          },
        },
      ),
    unscheduleNow: (drafts: readonly KnowledgeDraft[]) =>
      actions.unschedule.mutate(drafts.map(keyOf), {
        ...fail,
        onSuccess: (sent) =>
          setOutcome({
            title: t(drafts.every(({ publishing }) => publishing) ? 'done.stopped' : 'done.unscheduled', {
              count: sent.drafts.length,
            }),
          }),
      }),
    confirmDiscard: () =>
      actions.discard.mutate(discarding.map(keyOf), {
        onSuccess({ discarded }) {
          setDiscarding([]);
          setOutcome({ title: t('done.discarded', { count: discarded.length }) });
        },
      }),
    testNow: (drafts: readonly KnowledgeDraft[]) =>
      actions.test.mutate(drafts.map(keyOf), {
        ...fail,
        onSuccess: () => setOutcome({ title: t('done.testing') }),
      }),
  };
}
export type DraftControls = ReturnType<typeof useDraftControls>;
