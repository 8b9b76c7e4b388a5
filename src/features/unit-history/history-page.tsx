import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { listVersions, rollBack as rollBackOperation } from '#contract/operations/versions.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import type { UnitVersion } from '#contract/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { TimeZoneProvider, useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { shownStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import { RollBackDialog, RollBackNotice } from './roll-back.tsx';
import { useRollBack, useUnitOfHistory, useVersions } from './use-history.ts';
import { VersionChanges } from './version-changes.tsx';
import { VersionItem } from './version-item.tsx';

/** Width of the list of versions in px. */
const LIST_WIDTH_PX = 400;

interface VersionsProps {
  id: number;
  /** The version whose changes are shown. */
  open: number | undefined;
  unit: UnitDetails | undefined;
}

/** Whether the last change of the sources could not be indexed, so that an earlier text answers on. */
function hasFailedChange(unit: UnitDetails | undefined, live: UnitVersion | undefined): boolean {
  if (unit === undefined || live === undefined || unit.state.status !== 'failed') return false;
  const ids = new Set(live.sources.map(({ id }) => id));
  const { aiKnowledgeSources: sources } = unit.unit;
  return sources.length !== ids.size || sources.some(({ id }) => !ids.has(id));
}

/** The list of versions, and beside it, on phones in its place, what one of them changed. */
function Versions({ id, open, unit }: VersionsProps) {
  const { t } = useTranslation('history');
  const formats = useFormats();
  const list = useVersions(id, true);
  const [target, setTarget] = useState<UnitVersion>();
  const canRollBack = useCanUse(rollBackOperation);
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const live = versions.find(({ state }) => state === 'live');
  const rollBack = useRollBack(id, unit?.etag, live);
  const canGoBack = ({ state }: UnitVersion): boolean =>
    canRollBack && (state === 'former' || (state === 'live' && hasFailedChange(unit, live)));
  const [first] = list.data?.pages ?? [];
  if (first === undefined)
    return list.error === null ? (
      <SkeletonRows rows={4} height={104} />
    ) : (
      <FaultNotice error={list.error} onRetry={() => void list.refetch()} />
    );
  if (versions.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  return (
    <TimeZoneProvider zone={first.zone}>
      <Box sx={{ paddingInline: pagePadding, '&:has([role])': { paddingBlock: 2 } }}>
        <RollBackNotice rollBack={rollBack} versions={versions} isAsking={target !== undefined} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: open === undefined ? 'minmax(0, 800px)' : `${LIST_WIDTH_PX}px minmax(0, 1fr)`,
          },
        }}
      >
        <Box
          component="section"
          aria-label={t('list')}
          sx={{ display: open === undefined ? 'block' : { xs: 'none', md: 'block' }, minWidth: 0 }}
        >
          <PlainList as="ol" aria-label={t('list')}>
            {versions.map((version) => (
              <VersionItem
                key={version.number}
                unitId={id}
                version={version}
                isOpen={version.number === open}
                onRollBack={canGoBack(version) ? () => setTarget(version) : undefined}
              />
            ))}
          </PlainList>
          <Box sx={{ paddingInline: pagePadding, paddingBlock: 1.5 }}>
            <MoreButton label={t('more')} list={list} />
            <SmallText>{t('about')}</SmallText>
            <SmallText>{t('size', { size: formats.bytes(first.bytes) })}</SmallText>
          </Box>
        </Box>
        {open === undefined ? null : (
          <Box sx={{ paddingInline: pagePadding, paddingBlock: 2, minWidth: 0 }}>
            <VersionChanges key={open} unitId={id} number={open} versions={versions} />
          </Box>
        )}
      </Box>
      <RollBackDialog version={target} rollBack={rollBack} onClose={() => setTarget(undefined)} />
    </TimeZoneProvider>
  );
}

/** The history of a unit: its versions, what each of them changed, and the way back. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const { id = '', version } = useParams();
  const unitId = Number(id);
  const open = version === undefined ? undefined : Number(version);
  const unit = useUnitOfHistory(unitId);
  const auditLog = useAuditLogPath({ kind: 'unit', subject: unitId });
  const { data, error, refetch } = unit;
  return (
    <ResourcePage
      operation={listVersions}
      title={t('title')}
      back={
        open === undefined
          ? { to: paths.unit(unitId), label: t('back') }
          : { to: paths.unitVersions(unitId), label: t('list') }
      }
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      subtitle={data ? <BidiText>{data.unit.title}</BidiText> : undefined}
      badge={
        data ? (
          <UnitStatusChip
            status={shownStatus(data.state)}
            progress={data.state.progress ?? undefined}
            variant="tinted"
          />
        ) : undefined
      }
      action={
        auditLog === undefined ? undefined : (
          <LinkButton variant="outlined" to={auditLog}>
            {t('audit')}
          </LinkButton>
        )
      }
      body="bare"
    >
      {error === null ? (
        <Versions id={unitId} open={open} unit={data ?? undefined} />
      ) : (
        <Box sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>
          <FaultNotice error={error} onRetry={() => void refetch()} />
        </Box>
      )}
    </ResourcePage>
  );
}
