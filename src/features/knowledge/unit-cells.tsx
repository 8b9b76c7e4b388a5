import BookOpen from 'virtual:lucide/book-open';
import FilePen from 'virtual:lucide/file-pen';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import ListX from 'virtual:lucide/list-x';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import Power from 'virtual:lucide/power';
import RotateCw from 'virtual:lucide/rotate-cw';
import Trash2 from 'virtual:lucide/trash';
import Wrench from 'virtual:lucide/wrench';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { replaceSource } from '#contract/operations/units.ts';
import { useCanUse, useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { describeReason } from '#src/ui/fault/describe-error.ts';
import { useIndexingMenu } from '#src/ui/job/indexing-menu.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { isUnavailable } from '#src/ui/unit/availability.ts';
import { AvailabilityChip } from '#src/ui/unit/availability-chip.tsx';
import { isOfSource, repairNameOf } from '#src/ui/unit/is-of-source.ts';
import { isReadyStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { UnitStatusChip } from '#src/ui/unit/unit-status-chip.tsx';
import type { UnitRow } from './unit-row.ts';
import type { UnitActions } from './use-bulk-unit-actions.ts';

/** The actions on one unit. */
export function UnitRowMenu({ row, actions }: { row: UnitRow; actions: UnitActions }) {
  const { t } = useTranslation(['knowledge', 'terms']);
  const canAsk = useOptimisticPermission('ask');
  const { reindex, remove, removeFromList, putFirst, pauseIndexing, cancelIndexing, setOff } = actions;
  const renderIndexingMenu = useIndexingMenu();
  const isQueued = row.status === 'waiting' || row.status === 'indexing';
  // A unit whose status has no known meaning may be ready: a question shows it.
  const answers =
    (isReadyStatus(row.status) || typeof row.status === 'number') && !isUnavailable(row.validity);
  const repair = useRepair(row);
  return (
    <ActionMenu
      label={t('actionsFor', { title: row.title })}
      actions={[
        { label: t('action.open'), icon: <BookOpen size={18} />, to: paths.unit(row.id) },
        repair && { label: repair.label, icon: <Wrench size={18} />, to: repair.to },
        typeof row.draft === 'number' && {
          label: t('action.draft'),
          icon: <FilePen size={18} />,
          to: paths.unitVersion(row.id, row.draft),
        },
        canAsk && answers
          ? {
              label: t('action.ask'),
              icon: <MessageCircleQuestionMark size={18} />,
              to: paths.playground({ index: [row.title] }),
            }
          : undefined,
        ...renderIndexingMenu({
          isWaiting: row.status === 'waiting',
          onFirst: putFirst && (() => putFirst([row])),
          onPause: isQueued ? pauseIndexing : undefined,
          onCancel: isQueued && cancelIndexing ? () => cancelIndexing([row]) : undefined,
        }),
        reindex && {
          label: t(row.urls && !row.files ? 'action.refresh' : 'action.reindex'),
          icon: <RotateCw size={18} />,
          onSelect: () => reindex([row]),
        },
        setOff &&
          row.validity && {
            label: t(row.validity.off ? 'terms:availability.switchOn' : 'terms:availability.switchOff'),
            icon: <Power size={18} />,
            onSelect: () => setOff([row], row.validity?.off !== true),
          },
        removeFromList && {
          label: t('action.forget'),
          icon: <ListX size={18} />,
          onSelect: () => removeFromList(row),
        },
        remove && {
          label: t('action.delete'),
          icon: <Trash2 size={18} />,
          destructive: true,
          onSelect: () => remove([row]),
        },
      ]}
    />
  );
}

/** The repair of a unit's first failed source, and the page for it; undefined without one. */
function useRepair({ id, failure }: UnitRow): { label: string; to: string } | undefined {
  const { t } = useTranslation('faults');
  const canRepair = useCanUse(replaceSource);
  if (!canRepair || !failure || !isOfSource(failure.reason)) return undefined;
  return { label: t(repairNameOf(failure.reason?.code)), to: paths.unit(id, { repair: failure.sourceId }) };
}

/** The line below a status: why indexing failed, the place in the queue, or how many sources failed. */
export function useStatusDetail(row: UnitRow): string | undefined {
  const { t } = useTranslation('knowledge');
  const { t: faults } = useTranslation('faults');
  const failure =
    row.status === 'updateFailed' || row.status === 'updateHeld' ? row.failure?.reason : undefined;
  const reason = row.reason ?? failure ?? undefined;
  if (reason !== undefined) return describeReason(reason, faults).message;
  if (row.status === 'waiting' && row.position !== undefined) return t('inLine', { position: row.position });
  if (isReadyStatus(row.status) && (row.failedSources ?? 0) > 0)
    return t('partly', { count: row.failedSources ?? 0 });
  if (typeof row.draft === 'number' && row.status !== 'draft') return t('draftWaits');
  return undefined;
}

/** What answers although indexing failed; undefined where nothing does, or all is up to date. */
export function useAnswersHint({ earlierIndex }: UnitRow): string | undefined {
  const { t } = useTranslation('knowledge');
  const formats = useFormats();
  if (!earlierIndex) return undefined;
  const { readOn } = earlierIndex;
  return readOn === null ? t('answersEarlier') : t('answersAsOf', { date: formats.date(readOn) });
}

export function UnitStatus({ row, detail }: { row: UnitRow; detail?: string | undefined }) {
  const { t } = useTranslation('knowledge');
  const repair = useRepair(row);
  const hint = useAnswersHint(row);
  if (row.status === undefined) {
    return (
      <Typography component="span" variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('unreadable')}
      </Typography>
    );
  }
  const linked =
    repair === undefined || detail === undefined ? (
      detail
    ) : (
      <TextLink to={repair.to} aria-label={t('repair', { detail, remedy: repair.label, title: row.title })}>
        {detail}
      </TextLink>
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5 }}>
      <UnitStatusChip status={row.status} progress={row.progress} detail={linked} hint={hint} />
      <AvailabilityChip validity={row.validity} />
    </Box>
  );
}

const itemStyle = { display: 'inline-flex', alignItems: 'center', gap: 0.75 } as const;

/** The number of files and of web pages, each with an icon. */
export function SourceCounts({ files, urls }: { files: number | undefined; urls: number | undefined }) {
  const { t } = useTranslation('knowledge');
  const formats = useFormats();
  const kinds = [
    { name: 'files', Icon: FileText, count: files ?? 0 },
    { name: 'urls', Icon: Globe, count: urls ?? 0 },
  ] as const;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1.5, color: 'text.secondary' }}>
      {kinds.map(({ name, Icon, count }) =>
        count === 0 ? null : (
          <Box key={name} component="span" sx={itemStyle} title={t(name, { count })}>
            <Icon size={18} aria-hidden />
            <span aria-hidden>{formats.number(count)}</span>
            <span className="visually-hidden">{t(name, { count })}</span>
          </Box>
        ),
      )}
    </Box>
  );
}

/** The title as a link to the unit, and below it the description. */
export function UnitTitle({ row, detail }: { row: UnitRow; detail?: string | undefined }) {
  const secondaryText = detail ?? row.description;
  return (
    <Box sx={{ minWidth: 0, width: '100%', display: 'grid', lineHeight: 24 / 15 }}>
      <TruncatedText title={row.title}>
        <TextLink to={paths.unit(row.id)} sx={{ color: 'text.primary', fontWeight: 600 }}>
          {row.title}
        </TextLink>
      </TruncatedText>
      {secondaryText === '' ? null : (
        <TruncatedText title={secondaryText} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {secondaryText}
        </TruncatedText>
      )}
    </Box>
  );
}
