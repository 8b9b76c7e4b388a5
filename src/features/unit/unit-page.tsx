import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DeletionReceipt } from '#contract/knowledge.ts';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import { replaceSource } from '#contract/operations/units.ts';
import { useCanUse, useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { NotFound } from '#src/api/transport/gateway-errors.ts';
import { paths } from '#src/paths.ts';
import { useBinDays } from '#src/ui/bin/use-bin.ts';
import { DraftNotice } from '#src/ui/draft/draft-notice.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageFrame, pagePadding } from '#src/ui/page-frame.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { availabilityOf, isUnavailable } from '#src/ui/unit/availability.ts';
import { isFinalStatus, isReadyStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { AskUnitForm } from './ask-unit-form.tsx';
import { DeletedUnit } from './deleted-unit.tsx';
import { PassagesPane } from './passages-pane.tsx';
import { SourceDialogs } from './repair/source-dialogs.tsx';
import { useSourceDialog } from './repair/use-source-dialog.ts';
import { SourcesPane } from './sources-pane.tsx';
import { UnitEditDialog, UnitMenu } from './unit-actions.tsx';
import { AcceptedDeletionNotice, DeleteDialog, DeletedNotice } from './unit-deletion.tsx';
import { UnitIndexing, useUnitIndexing } from './unit-indexing.tsx';
import { UnitSubtitle } from './unit-subtitle.tsx';
import { UnitValidityNotice, useUnitValidity } from './unit-validity.tsx';
import { useRequestedPassage } from './use-requested-passage.ts';
import { useUnit, useUnitActions } from './use-unit.ts';

/** Width of the start side in px. */
const SIDE_PANE_WIDTH_PX = 320;

function Unit({ id }: { id: number }) {
  const { t } = useTranslation(['unit', 'bin']);
  const back = { to: paths.knowledge(), label: t('back') };
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const canAsk = useOptimisticPermission('ask');
  const canRepair = useCanUse(replaceSource);
  const sourceDialog = useSourceDialog();
  const { query, status, pollingPaused, resumePolling } = useUnit(id);
  const [isRestored, setIsRestored] = useState(false);
  const restoredNotice = useFocusIfLost(isRestored || undefined);
  const [hadDialog, setHadDialog] = useState(false);
  const hasDialog = sourceDialog.target !== undefined;
  if (hasDialog && !hadDialog) setHadDialog(true);
  // What opened the dialog may have gone with the source.
  const statusLine = useFocusIfLost(hadDialog && !hasDialog ? true : undefined);
  const [purged, setPurged] = useState<DeletionReceipt>();
  const hasBin = useBinDays() !== undefined;
  const { offers, reindex, update, remove } = useUnitActions(id);
  const { actions: indexingActions, ...indexing } = useUnitIndexing(id, status);
  const { data: view, error, dataUpdatedAt, refetch } = query;
  const validity = useUnitValidity(id, view?.details ? availabilityOf(view.details.state) : undefined);
  const { requestedOrdinal, toOrdinal } = useRequestedPassage(view?.details);

  const deletion = remove.data;
  const removed = deletion !== undefined && 'removed' in deletion ? deletion : undefined;
  const isBinned = hasBin && removed?.forever === false;
  const receipt = purged ?? (isBinned ? undefined : removed);
  if (receipt) {
    return (
      <PageFrame title={receipt.title} titleIsUserContent back={back}>
        <DeletedNotice receipt={receipt} />
      </PageFrame>
    );
  }
  if (deletion !== undefined && 'readable' in deletion) {
    const title = view?.unit.title ?? t('number', { id: String(id) });
    return (
      <PageFrame title={title} titleIsUserContent back={back}>
        <AcceptedDeletionNotice title={title} readable={deletion.readable} />
      </PageFrame>
    );
  }
  if (isBinned || error instanceof NotFound)
    return (
      <DeletedUnit
        id={id}
        isNew={isBinned}
        onRestored={() => {
          remove.reset();
          reindex.reset();
          setDeleting(false);
          setIsRestored(true);
        }}
        onAbsent={remove.reset}
        onPurged={setPurged}
      />
    );
  if (view === undefined || status === undefined) {
    return (
      <PageFrame title={t('number', { id: String(id) })} back={back}>
        {error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <FaultNotice error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  }
  const { unit, details } = view;
  // A unit of unknown status may answer; one that failed answers only from an earlier index.
  const canAnswer =
    !isUnavailable(validity.validity) &&
    (isReadyStatus(status) || typeof status === 'number' || (details?.sections.length ?? 0) > 0);
  const shownError = reindex.error ?? error;
  const changeSource = canRepair && details ? sourceDialog.open : undefined;
  return (
    <PageFrame
      title={unit.title}
      titleIsUserContent
      back={back}
      badge={
        <UnitStatusChip status={status} progress={details?.state.progress ?? undefined} variant="tinted" />
      }
      subtitle={
        <UnitSubtitle
          view={view}
          status={status}
          statusLine={statusLine}
          pollingPaused={pollingPaused}
          onRefresh={resumePolling}
          onReplaceSource={changeSource && ((sourceId) => changeSource({ kind: 'replace', sourceId }))}
        />
      }
      asOf={isFinalStatus(status) ? undefined : dataUpdatedAt}
      action={
        <UnitMenu
          id={id}
          title={canAnswer ? unit.title : undefined}
          isPage={unit.aiKnowledgeSources.every(
            ({ knowledgeSource }) => knowledgeSource === KNOWLEDGE_SOURCE.url,
          )}
          offers={offers}
          busy={reindex.isPending}
          validity={validity}
          indexingActions={indexingActions}
          onReindex={(asDraft) => reindex.mutate(asDraft)}
          onEdit={() => setEditing(true)}
          onDelete={() => {
            setIsRestored(false);
            setDeleting(true);
          }}
        />
      }
      body="bare"
    >
      {isRestored ? (
        <Box ref={restoredNotice} tabIndex={-1} sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>
          <Notice severity="success" title={t('bin:restored')} onDismiss={() => setIsRestored(false)} />
        </Box>
      ) : null}
      <UnitIndexing {...indexing} title={unit.title} />
      {details ? (
        <Box sx={{ paddingInline: pagePadding, '&:has([role])': { paddingBlock: 2 } }}>
          <DraftNotice unit={unit} draft={details.state.draft} isNew={status === 'draft'} />
        </Box>
      ) : null}
      <UnitValidityNotice state={validity} />
      {shownError ? (
        <Box sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>
          <FaultNotice
            error={shownError}
            onRetry={() => (reindex.error ? reindex.mutate(reindex.variables) : void refetch())}
          />
        </Box>
      ) : null}
      <Box
        sx={{
          flex: 1,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `${SIDE_PANE_WIDTH_PX}px minmax(0, 1fr)` },
        }}
      >
        <SourcesPane
          view={view}
          ordinal={requestedOrdinal ?? 0}
          onOrdinal={toOrdinal}
          onChangeSource={changeSource}
        />
        <PassagesPane
          id={id}
          details={details}
          isFinal={isFinalStatus(status) && status !== 'draft'}
          ordinal={requestedOrdinal ?? 0}
          scrollToPassage={requestedOrdinal !== undefined}
          onOrdinal={toOrdinal}
        />
      </Box>
      {canAnswer && canAsk ? (
        <AskUnitForm
          sidePaneWidth={SIDE_PANE_WIDTH_PX}
          title={unit.title}
          questions={details?.questions ?? []}
        />
      ) : null}
      {changeSource && details && sourceDialog.target ? (
        <SourceDialogs
          key={JSON.stringify(sourceDialog.target)}
          details={details}
          target={sourceDialog.target}
          draft={sourceDialog.draft}
          onDraft={sourceDialog.setDraft}
          onReload={() => void refetch()}
          onReindex={() => reindex.mutate(false)}
          onClose={sourceDialog.close}
        />
      ) : null}
      {editing ? (
        <UnitEditDialog
          current={{ title: unit.title, description: unit.description }}
          etag={details?.etag}
          update={update}
          offer={offers.update}
          onReload={refetch}
          onDone={() => {
            if (update.error instanceof NotFound) void refetch();
            update.reset();
            setEditing(false);
          }}
        />
      ) : null}
      <DeleteDialog
        open={deleting}
        title={unit.title}
        remove={remove}
        offer={offers.remove}
        onClose={() => setDeleting(false)}
      />
    </PageFrame>
  );
}

/** The page of a unit: title, status, sources and passages. */
export function UnitPage() {
  const { t } = useTranslation('unit');
  const { id = '' } = useParams();
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number <= 0) {
    return (
      <PageFrame title={t('title')} back={{ to: paths.knowledge(), label: t('back') }}>
        <EmptyState title={t('noSuchId', { id })} />
      </PageFrame>
    );
  }
  return <Unit key={number} id={number} />;
}
