import ChevronLeft from 'virtual:lucide/chevron-left';
import ChevronRight from 'virtual:lucide/chevron-right';
import EyeOff from 'virtual:lucide/eye-off';
import PenLine from 'virtual:lucide/pen-line';
import Pencil from 'virtual:lucide/pencil';
import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addEdit } from '#contract/operations/edits.ts';
import { replaceSource, unitPassages } from '#contract/operations/units.ts';
import type { PassageView, UnitDetails } from '#contract/unit-states.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { currentPassageBar, WrittenText } from '#src/ui/answer/written-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconAction, IconLink } from '#src/ui/icon-action.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import type { EditKind } from './edits/edit-changes.ts';
import { EditDialog } from './edits/edit-dialog.tsx';
import { EditList } from './edits/edit-list.tsx';

type PassageItemProps = {
  passage: PassageView;
  readOn: string | null | undefined;
  current: boolean;
  /** Absent where the passage cannot be changed. */
  onEdit: ((target: EditTarget) => void) | undefined;
  /** Where the text of its source is edited, if that was written here. */
  textPath: string | undefined;
};

type EditTarget = { kind: EditKind; ordinal: number };

const EDIT_ACTIONS = [
  { kind: 'replace', name: 'correct', Icon: Pencil },
  { kind: 'hide', name: 'hide', Icon: EyeOff },
  { kind: 'insert', name: 'insert', Icon: Plus },
] as const;

/** A passage with its number, page and copyable text. */
const PassageItem = memo(function PassageItem({
  passage,
  readOn,
  current,
  onEdit,
  textPath,
}: PassageItemProps) {
  const { t } = useTranslation(['unit', 'repair']);
  const number = passage.ordinal + 1;
  return (
    <Box
      component="li"
      id={`passage-${passage.ordinal}`}
      aria-current={current ? 'true' : undefined}
      sx={{
        ...currentPassageBar(current),
        paddingBlock: 1.5,
        paddingInline: { xs: 2, md: 3 },
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: current ? 'background.paper' : undefined,
        scrollMarginBlock: '120px 160px',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 32 }}>
        <Typography
          variant="body2"
          component="span"
          sx={{ color: current ? 'primary.main' : 'text.tertiary', fontWeight: current ? 600 : 400 }}
        >
          {t('passages.passage', { number })}
        </Typography>
        <Typography variant="body2" component="span" sx={{ flex: 1, color: 'text.tertiary' }}>
          {passage.page === null ? '' : t('passages.page', { number: passage.page })}
        </Typography>
        <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
          <TextDate readOn={readOn} form="brief" />
        </Typography>
        <CopyButton text={passage.text} label={t('passages.copy', { number })} />
        {textPath === undefined ? null : (
          <IconLink label={t('repair:editText')} to={textPath}>
            <PenLine size={18} />
          </IconLink>
        )}
        {onEdit && textPath === undefined ? (
          <ActionMenu
            label={t('edits.actions', { number })}
            actions={EDIT_ACTIONS.map(({ kind, name, Icon }) => ({
              label: t(`edits.${name}`),
              icon: <Icon size={18} />,
              takesFocus: true as const,
              onSelect: () => onEdit({ kind, ordinal: passage.ordinal }),
            }))}
          />
        ) : null}
      </Box>
      <WrittenText component="p" text={passage.text} sx={{ whiteSpace: 'pre-line', maxWidth: '75ch' }} />
    </Box>
  );
});

type PassagesPaneProps = {
  id: number;
  details: UnitDetails | null;
  isFinal: boolean;
  /** The current passage. */
  ordinal: number;
  /** Whether the address names the passage: then it is scrolled into view. */
  scrollToPassage: boolean;
  onOrdinal: (ordinal: number) => void;
};

const PAGE_SIZE = 25;

function usePassages(id: number, details: UnitDetails | null, offset: number) {
  const gateway = useGateway();
  const connection = useConnection();
  // A newer index has other passages under the same ordinals.
  const indexVersion = details?.timeline.settled ?? '';
  return useQuery({
    queryKey: ['unit', connection.id, id, 'passages', indexVersion, offset],
    queryFn: () =>
      gateway.read(unitPassages, { params: { knowledgeId: id }, query: { offset, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

const headStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 48,
  paddingInline: { xs: 2, md: 3 },
  borderBlockEnd: 1,
  borderColor: 'line.firm',
  position: 'sticky',
  top: 56,
  zIndex: 1,
  bgcolor: 'background.default',
};

type PagingProps = { offset: number; total: number; onOffset: (offset: number) => void };

function Paging({ offset, total, onOffset }: PagingProps) {
  const { t } = useTranslation('unit');
  const last = Math.min(offset + PAGE_SIZE, total);
  return (
    <>
      <Typography
        variant="body2"
        component="span"
        role="status"
        sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}
      >
        {t('passages.of', { from: offset + 1, to: last, total })}
      </Typography>
      <IconAction
        label={t('passages.previous')}
        disabled={offset === 0}
        onClick={() => onOffset(offset - PAGE_SIZE)}
      >
        <ChevronLeft size={20} />
      </IconAction>
      <IconAction
        label={t('passages.next')}
        disabled={last >= total}
        onClick={() => onOffset(offset + PAGE_SIZE)}
      >
        <ChevronRight size={20} />
      </IconAction>
    </>
  );
}

/** The unit's passages in reading order, a page at a time from the server. */
export function PassagesPane(props: PassagesPaneProps) {
  const { id, details, isFinal, ordinal, scrollToPassage, onOrdinal } = props;
  const { t } = useTranslation('unit');
  const offset = Math.floor(ordinal / PAGE_SIZE) * PAGE_SIZE;
  const passages = usePassages(id, details, offset);
  const canEdit = useCanUse(addEdit);
  const canReplace = useCanUse(replaceSource);
  const [editing, setEditing] = useState<EditTarget>();
  const { data } = passages;
  const total = data?.total ?? 0;
  const loaded = data?.items.some((passage) => passage.ordinal === ordinal) === true;
  useEffect(() => {
    if (!scrollToPassage || !loaded) return;
    document.getElementById(`passage-${ordinal}`)?.scrollIntoView({ block: 'nearest' });
  }, [scrollToPassage, loaded, ordinal]);

  const items = data?.items ?? [];
  const dates = new Map(details?.sources.map(({ id: sourceId, readOn }) => [sourceId, readOn]));
  const textIds = new Set(details?.sources.flatMap((source) => (source.isWritten ? [source.id] : [])));
  const textPathOf = ({ sourceId }: PassageView) =>
    canReplace && textIds.has(sourceId) ? paths.unitText(id, sourceId) : undefined;
  const current = items.find((passage) => passage.ordinal === ordinal) ?? items[0];
  return (
    <Box component="section" aria-label={t('passages.title')} sx={{ minWidth: 0 }}>
      <Box sx={headStyle}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {current === undefined || current.sectionTitle === '' ? (
            <Typography variant="h3" component="h2">
              {t('passages.title')}
            </Typography>
          ) : (
            <SectionPath path={current.sectionTitle} />
          )}
        </Box>
        {total === 0 ? null : <Paging offset={offset} total={total} onOffset={onOrdinal} />}
      </Box>
      <QueryView
        query={passages}
        inset
        pending={<SkeletonRows rows={4} height={104} bars={[0.2, 0.95, 0.8]} />}
        isEmpty={() => items.length === 0}
        empty={
          <Typography sx={{ padding: 3, color: 'text.secondary' }}>
            {t(data === null ? 'passages.unavailable' : isFinal ? 'passages.noneReady' : 'passages.none')}
          </Typography>
        }
      >
        {() => (
          <PlainList as="ol">
            {items.map((passage) => (
              <PassageItem
                key={passage.ordinal}
                passage={passage}
                readOn={dates.get(passage.sourceId)}
                current={scrollToPassage && passage.ordinal === ordinal}
                onEdit={canEdit ? setEditing : undefined}
                textPath={textPathOf(passage)}
              />
            ))}
          </PlainList>
        )}
      </QueryView>
      <EditList unitId={id} details={details} />
      {editing ? (
        <EditDialog unitId={id} etag={details?.etag} {...editing} onClose={() => setEditing(undefined)} />
      ) : null}
    </Box>
  );
}
