import Plus from 'virtual:lucide/plus';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { knowledgeSummary } from '#contract/operations/units.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';

const POLL_MS = 3000;

type KnowledgeGap = 'none' | 'indexing' | 'failed';

/** Why the bot has nothing to search; undefined where it has, and until that is known. */
export function useKnowledgeGap(): KnowledgeGap | undefined {
  const gateway = useGateway();
  const connection = useConnection();
  const { data } = useQuery({
    queryKey: [knowledgeSummary.id, connection.id, 'searchable'],
    queryFn: async (): Promise<KnowledgeGap | null> => {
      const summary = await gateway.read(knowledgeSummary);
      if (summary === null) {
        const list = await fetchUnits(gateway, { offset: 0, limit: 1, sort: '-modifiedOn' });
        return list?.total === 0 ? 'none' : null;
      }
      const { ready, indexing, waiting, failed } = summary.units;
      if (ready > 0) return null;
      if (indexing + waiting > 0) return 'indexing';
      return failed > 0 ? 'failed' : 'none';
    },
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
  });
  return data ?? undefined;
}

/** What a bot without ready knowledge shows in place of an answer, and what to do about it. */
export function KnowledgeHint({ gap }: { gap: KnowledgeGap }) {
  const { t } = useTranslation(['playground', 'terms']);
  const canAdd = useOptimisticPermission('editKnowledge');
  if (gap !== 'none') {
    return (
      <EmptyState
        title={t('noKnowledge.notReady')}
        actions={
          <LinkButton variant="outlined" to={paths.knowledge()}>
            {t('noKnowledge.watch')}
          </LinkButton>
        }
      >
        {t(`noKnowledge.${gap}`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('terms:nothingYetTitle')}
      {...(canAdd
        ? {
            actions: (
              <LinkButton variant="contained" to={paths.addKnowledge()} startIcon={<Plus size={18} />}>
                {t('noKnowledge.add')}
              </LinkButton>
            ),
          }
        : {})}
    >
      {canAdd ? t('noKnowledge.text') : t('terms:nothingYet')}
    </EmptyState>
  );
}
