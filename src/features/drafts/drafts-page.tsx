import FilePen from 'virtual:lucide/file-pen';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { listDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { Conflict } from '#src/api/transport/gateway-errors.ts';
import { paths } from '#src/paths.ts';
import { DiscardDialog } from '#src/ui/draft/discard-dialog.tsx';
import { ScheduleDialog } from '#src/ui/draft/schedule-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PagingFooter } from '#src/ui/pagination.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { DraftList } from './draft-list.tsx';
import { type DraftControls, useDraftControls, useDraftPage } from './use-drafts.ts';

/** What the last action led to; a draft that somebody else changed is read again. */
function DraftOutcome({ controls, onReload }: { controls: DraftControls; onReload: () => void }) {
  const { t } = useTranslation('drafts');
  const { outcome, dismiss } = controls;
  // The draft leaves the list with its buttons.
  const notice = useFocusIfLost(outcome);
  const isMoved = outcome !== undefined && 'error' in outcome && outcome.error instanceof Conflict;
  return (
    <Box ref={notice} tabIndex={-1} sx={{ '&:empty': { display: 'none' } }}>
      {isMoved ? (
        <FaultNotice
          error={outcome.error}
          onDismiss={dismiss}
          remedies={
            <Button size="small" variant="outlined" onClick={onReload}>
              {t('reload')}
            </Button>
          }
        />
      ) : (
        <OutcomeNotice outcome={outcome} onDismiss={dismiss} />
      )}
    </Box>
  );
}

function NoDrafts() {
  const { t } = useTranslation('drafts');
  return (
    <EmptyState
      icon={<FilePen size={24} />}
      title={t('empty.title')}
      actions={
        <LinkButton variant="outlined" to={paths.knowledge()}>
          {t('empty.open')}
        </LinkButton>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

/** Changes that are not live yet, with their tests, and the ways to publish or discard them. */
export function DraftsPage() {
  const { t } = useTranslation('drafts');
  const ready = useCanUse(listDrafts);
  const { list, paging } = useDraftPage(ready);
  const controls = useDraftControls();
  const reload = () => {
    controls.dismiss();
    void list.refetch();
  };
  return (
    <ResourcePage
      operation={listDrafts}
      title={t('title')}
      subtitle={t('subtitle')}
      asOf={list.dataUpdatedAt === 0 ? undefined : list.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 1120 }}>
        <DraftOutcome controls={controls} onReload={reload} />
        <QueryView query={list} pending={<SkeletonRows rows={4} height={104} />}>
          {({ items, total }) =>
            total === 0 ? (
              <NoDrafts />
            ) : (
              <div>
                <DraftList drafts={items} controls={controls} />
                <PagingFooter {...paging} total={total} label={t('paging')} />
              </div>
            )
          }
        </QueryView>
      </Box>
      {controls.scheduling.length === 0 ? null : (
        <ScheduleDialog
          drafts={controls.scheduling}
          publish={controls.publish}
          onConfirm={controls.publishOn}
          onClose={() => controls.askWhen([])}
        />
      )}
      <DiscardDialog
        units={controls.discarding.map(({ unit }) => unit)}
        discard={controls.discard}
        onConfirm={controls.confirmDiscard}
        onClose={() => controls.askToDiscard([])}
      />
    </ResourcePage>
  );
}
