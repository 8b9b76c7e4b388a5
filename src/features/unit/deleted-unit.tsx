import History from 'virtual:lucide/rotate-ccw-clock';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BinnedUnit } from '#contract/bin.ts';
import type { DeletionReceipt } from '#contract/knowledge.ts';
import { getBinnedUnit } from '#contract/operations/units.ts';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { NotFound } from '#src/api/transport/gateway-errors.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { useDaysLeft } from '#src/ui/bin/days-left.tsx';
import { PurgeDialog } from '#src/ui/bin/purge-dialog.tsx';
import { RestoreButton } from '#src/ui/bin/restore-button.tsx';
import { UNIT_READS, useBinDays, usePurgeUnit } from '#src/ui/bin/use-bin.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';

function HistoryButton({ id }: { id: number }) {
  const { t } = useTranslation('terms');
  const path = useAuditLogPath({ kind: 'unit', subject: id });
  if (path === undefined) return null;
  return (
    <LinkButton variant="outlined" startIcon={<History size={18} />} to={path}>
      {t('history')}
    </LinkButton>
  );
}

/** The file's name at the end of its address, or the address of a web page. */
function sourceName(content: string): string {
  const [, name] = /\/api\/Files\/.*\/([^/?]+)(?:\?|$)/u.exec(content) ?? [];
  return name === undefined ? content : decodeURIComponent(name);
}

type DeletedUnitProps = {
  id: number;
  /** The unit was deleted on this page a moment ago. */
  isNew: boolean;
  onRestored: () => void;
  /** It is not in the bin any more. */
  onAbsent: () => void;
  onPurged: (receipt: DeletionReceipt) => void;
};
type BinnedProps = Omit<DeletedUnitProps, 'id'> & { unit: BinnedUnit };

/** A unit in the bin: since when, until when, by whom, and the ways out. */
function Binned({ unit, isNew, onRestored, onAbsent, onPurged }: BinnedProps) {
  const { t } = useTranslation(['bin', 'unit']);
  const formats = useFormats();
  const daysLeft = useDaysLeft();
  const canEdit = useOptimisticPermission('editKnowledge');
  const purge = usePurgeUnit();
  const notice = useFocusIfLost(isNew ? unit.deletedOn : undefined);
  const [purging, setPurging] = useState(false);
  const [restoreError, setRestoreError] = useState<unknown>();
  const readAgain = useInvalidate(...UNIT_READS);
  /** Somebody else restored or deleted it meanwhile: then the page says so. */
  const checkPresence = (error: unknown) => {
    if (!(error instanceof NotFound)) return;
    onAbsent();
    void readAgain();
  };
  const { id, title, description, deletedOn, purgesOn, deletedBy, aiKnowledgeSources } = unit;
  const deleted = { date: formats.date(deletedOn), time: formats.time(deletedOn) };
  return (
    <PageFrame
      title={title}
      titleIsUserContent
      back={{ to: paths.knowledge({ status: 'bin' }), label: t('title') }}
      subtitle={
        description === '' ? undefined : (
          <WrittenText variant="inherit" text={description} sx={{ textAlign: 'left' }} />
        )
      }
      action={<HistoryButton id={id} />}
    >
      <Box ref={notice} tabIndex={-1} sx={{ display: 'grid', gap: 3 }}>
        <Notice
          severity="info"
          title={t('unit.title')}
          action={
            canEdit ? (
              <>
                <RestoreButton
                  size="small"
                  variant="contained"
                  unit={unit}
                  onRestored={onRestored}
                  onError={(error) => {
                    setRestoreError(error);
                    checkPresence(error);
                  }}
                />
                <Button
                  size="small"
                  variant="outlined"
                  startIcon={<Trash2 size={16} />}
                  onClick={() => setPurging(true)}
                  sx={{ color: 'brick.ink' }}
                >
                  {t('purge')}
                </Button>
              </>
            ) : undefined
          }
        >
          {deletedBy === null
            ? t('unit.deleted', deleted)
            : t('unit.deletedBy', { ...deleted, name: deletedBy })}{' '}
          {t('unit.purges', { date: formats.date(purgesOn), left: daysLeft(purgesOn) })}
        </Notice>
        <FaultNotice error={restoreError} onDismiss={() => setRestoreError(undefined)} />
        <section>
          <Typography variant="h3" component="h2">
            {t('unit.sources')}
          </Typography>
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
            {aiKnowledgeSources.map((source) => (
              <li key={source.id}>
                <BidiText>{sourceName(source.content)}</BidiText>
              </li>
            ))}
          </Box>
        </section>
      </Box>
      <PurgeDialog
        units={purging ? [unit] : []}
        busy={purge.isPending}
        error={purge.error}
        onConfirm={() => void purge.mutateAsync({ id }).then(onPurged, checkPresence)}
        onClose={() => {
          purge.reset();
          setPurging(false);
        }}
      />
    </PageFrame>
  );
}

/** The page of a unit that does not exist: in the bin, permanently deleted, or never there. */
export function DeletedUnit({ id, ...state }: DeletedUnitProps) {
  const { t } = useTranslation(['unit', 'bin']);
  const hasBin = useBinDays() !== undefined;
  const { data, error, isPending, refetch } = useRead(
    getBinnedUnit,
    { params: { knowledgeId: id } },
    { enabled: hasBin },
  );
  const missing = error instanceof NotFound;
  if (data && !missing) return <Binned unit={data} {...state} />;
  const pending = hasBin && isPending;
  return (
    <PageFrame title={t('number', { id: String(id) })} back={{ to: paths.knowledge(), label: t('back') }}>
      {pending ? (
        <SkeletonRows rows={4} />
      ) : error !== null && !missing ? (
        <FaultNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <EmptyState
          title={t('delete.notFound', { id: String(id) })}
          actions={
            <>
              <LinkButton variant="outlined" to={paths.knowledge()}>
                {t('delete.toKnowledge')}
              </LinkButton>
              {hasBin ? (
                <LinkButton variant="outlined" to={paths.knowledge({ status: 'bin' })}>
                  {t('bin:open')}
                </LinkButton>
              ) : null}
              <HistoryButton id={id} />
            </>
          }
        />
      )}
    </PageFrame>
  );
}
