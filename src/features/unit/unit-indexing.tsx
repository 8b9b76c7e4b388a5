import Box from '@mui/material/Box';
import { useState } from 'react';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { CancelJobDialog } from '#src/ui/job/cancel-job-dialog.tsx';
import { useIndexingMenu } from '#src/ui/job/indexing-menu.tsx';
import { IndexingPaused } from '#src/ui/job/indexing-paused.tsx';
import { useIndexing } from '#src/ui/job/use-indexing.ts';
import { useJobAction } from '#src/ui/job/use-job-actions.ts';
import { pagePadding } from '#src/ui/page-frame.tsx';
import type { DetailedStatus } from '#src/ui/unit/resolve-unit-status.ts';

/** What can be done with the indexing of a unit while the unit waits or is being indexed. */
export function useUnitIndexing(id: number, status: DetailedStatus | number | undefined) {
  const isWaiting = status === 'waiting';
  const indexing = useIndexing(isWaiting || status === 'indexing');
  const renderMenu = useIndexingMenu();
  const change = useJobAction();
  const [cancelling, setCancelling] = useState(false);
  const job = { botId: indexing.bot, kind: 'index', subject: String(id) } as const;
  const canChange = indexing.canChange && (isWaiting || status === 'indexing');
  return {
    indexing,
    isWaiting,
    change,
    cancelling,
    setCancelling,
    cancel: () => change.mutate({ action: 'cancel', job }, { onSuccess: () => setCancelling(false) }),
    actions: renderMenu({
      isWaiting,
      onFirst: canChange ? () => change.mutate({ action: 'first', job }) : undefined,
      onPause: canChange ? indexing.pause : undefined,
      onCancel: canChange ? () => setCancelling(true) : undefined,
    }),
  };
}

type UnitIndexingProps = Omit<ReturnType<typeof useUnitIndexing>, 'actions'> & { title: string };

/** The notices about the indexing of a unit, and the question before it is cancelled. */
export function UnitIndexing(props: UnitIndexingProps) {
  const { indexing, isWaiting, change, cancelling, setCancelling, cancel, title } = props;
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 1.5, paddingInline: pagePadding, '&:not(:empty)': { paddingBlock: 2 } }}
      >
        {isWaiting || indexing.error ? <IndexingPaused indexing={indexing} /> : null}
        {cancelling ? null : (
          <FaultNotice
            error={change.error}
            onRetry={change.variables && (() => change.mutate(change.variables))}
            onDismiss={change.reset}
          />
        )}
      </Box>
      <CancelJobDialog
        kind={cancelling ? 'index' : undefined}
        subject={<BidiText>{title}</BidiText>}
        mutation={change}
        onConfirm={cancel}
        onClose={() => setCancelling(false)}
      />
    </>
  );
}
