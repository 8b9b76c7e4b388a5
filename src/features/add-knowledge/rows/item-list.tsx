import Layers from 'virtual:lucide/layers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Fragment, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Grouping,
  type IntakeState,
  isStored,
  type UnitDraft,
} from '#src/features/add-knowledge/intake/intake-types.ts';
import { PagingFooter, type usePaging } from '#src/ui/pagination.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { ItemRow } from './item-row.tsx';
import { KnownBar, onlyTarget } from './known-actions.tsx';
import type { RowActions } from './row-actions.ts';
import { RowLayout, UnitAction } from './row-layout.tsx';
import {
  isFailedStatus,
  isTitleInvalid,
  itemStatus,
  RowStatusLabel,
  type UnitDraftState,
  useUnitProblem,
} from './row-status.tsx';
import { DescriptionField, TitleField } from './text-fields.tsx';
import type { DryReadingOf } from './use-dry-readings.ts';
import type { UnitDraftRow } from './use-rows.ts';

type UnitDraftHeaderProps = UnitDraftState & { group: UnitDraft; maxSources: number; actions: RowActions };

/** Heading of a unit of several sources: title, status, description. */
function UnitDraftHeader(props: UnitDraftHeaderProps) {
  const { group, status, maxSources, actions } = props;
  const { t } = useTranslation('add');
  const unitProblem = useUnitProblem(props);
  const { kind, key, items } = group;
  const problemId = `problem-${key}`;
  const groupName = t(kind === 'file' ? 'grouping.files' : 'grouping.urls');
  const onTextChange = () => actions.onTextChange(key);
  const problem =
    status === 'tooMany'
      ? t('problem.tooMany', { max: maxSources, count: items.length })
      : status === 'unfinished'
        ? t('problem.unfinished', { count: items.filter((item) => !isStored(item)).length })
        : unitProblem;
  return (
    <RowLayout
      failed={isFailedStatus(status)}
      icon={<Layers size={20} aria-hidden />}
      identity={
        <>
          <TitleField
            name={`all.${kind}.title`}
            itemName={groupName}
            invalid={isTitleInvalid(status)}
            describedBy={problemId}
            onTextChange={onTextChange}
          />
          <Typography variant="caption" sx={{ color: 'text.tertiary' }}>
            {groupName}
            {' · '}
            {t('registered.sources', { count: items.length })}
          </Typography>
        </>
      }
      status={<RowStatusLabel status={status} />}
      detail={
        <>
          {problem === undefined ? null : (
            <div id={problemId} role="status">
              {problem}
            </div>
          )}
          <DescriptionField
            name={`all.${kind}.description`}
            itemName={groupName}
            onTextChange={onTextChange}
          />
        </>
      }
      action={<UnitAction unitKey={key} name={groupName} {...props} />}
    />
  );
}

/** Refused rows that are shown without being asked for. */
const MAX_SHOWN_REJECTS = 3;

type ItemListProps = {
  state: IntakeState;
  rows: readonly UnitDraftRow[];
  maxSources: number;
  actions: RowActions;
  /** Which rows are shown. */
  paging: ReturnType<typeof usePaging>;
  onGrouping: (grouping: Grouping) => void;
  readingOf: DryReadingOf;
  onReplaceAll: (rows: readonly UnitDraftRow[]) => void;
};

type RowsProps = Pick<ItemListProps, 'rows' | 'maxSources' | 'actions' | 'readingOf'> &
  Pick<IntakeState, 'grouping' | 'registrations'>;

/** A row for each item, below their unit's row where all become one unit. */
function Rows({ rows, grouping, registrations, maxSources, actions, readingOf }: RowsProps) {
  const isPerItem = grouping === 'each';
  return (
    <PlainList>
      {rows.map(({ group, isLasting: _isLasting, ...draft }) => {
        const state = { ...draft, registration: registrations[group.key] };
        return (
          <Fragment key={group.key}>
            {isPerItem ? null : (
              <UnitDraftHeader group={group} maxSources={maxSources} actions={actions} {...state} />
            )}
            {group.items.map((item) => (
              <ItemRow
                key={item.key}
                item={item}
                actions={actions}
                hasTitle={isPerItem}
                {...(isPerItem ? state : { status: itemStatus(item), dry: readingOf(item) })}
              />
            ))}
          </Fragment>
        );
      })}
    </PlainList>
  );
}

/** What the gateway did not take, folded where many rows would hide what was added. */
function RejectedRows({ rows, ...props }: RowsProps) {
  const { t } = useTranslation('add');
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ marginBlock: 1 }}
      >
        {t(isOpen ? 'rejected.hide' : 'rejected.show', { count: rows.length })}
      </Button>
      <div id={listId}>{isOpen ? <Rows rows={rows} {...props} /> : null}</div>
    </>
  );
}

/** The items to register, a page at a time; rows that the gateway did not take below them. */
export function ItemList({
  state,
  rows,
  maxSources,
  actions,
  paging,
  onGrouping,
  readingOf,
  onReplaceAll,
}: ItemListProps) {
  const { t } = useTranslation('add');
  const { items, grouping, registrations } = state;
  const [removals, setRemovals] = useState<number>();
  const matched = rows.filter(
    ({ match, status }) => match !== undefined && (status === 'known' || status === 'titleTaken'),
  );
  // A button that goes with its row, or with what the row asks, leaves the focus to the heading.
  const heading = useFocusIfLost(removals === undefined ? undefined : `${removals} ${matched.length}`);
  const rowActions = useMemo(
    (): RowActions => ({
      ...actions,
      remove: (key) => {
        actions.remove(key);
        setRemovals((count = 0) => count + 1);
      },
      keepBoth: (key, match) => {
        actions.keepBoth(key, match);
        setRemovals((count = 0) => count + 1);
      },
    }),
    [actions],
  );
  if (items.length === 0) return null;
  const busy = Object.values(registrations).some(({ step }) => step === 'registering');
  const rejected = rows.filter(({ status }) => status === 'notRegistered');
  const isFolded = rejected.length > MAX_SHOWN_REJECTS;
  const listed = isFolded ? rows.filter(({ status }) => status !== 'notRegistered') : rows;
  const page = Math.min(paging.page, Math.max(0, Math.ceil(listed.length / paging.pageSize) - 1));
  const replaceable = matched.filter(({ match }) => match && onlyTarget(match) !== undefined);
  const rowsProps = { grouping, registrations, maxSources, actions: rowActions, readingOf };
  return (
    <Box component="section" aria-labelledby="items-heading" sx={{ marginBlockStart: 2 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1.5,
          paddingBlockEnd: 1,
          borderBlockEnd: 1,
          borderColor: 'line.firm',
        }}
      >
        <Typography
          id="items-heading"
          ref={heading}
          tabIndex={-1}
          variant="h3"
          component="h2"
          sx={{ flex: 1, whiteSpace: 'nowrap' }}
        >
          {t('items', { count: items.length })}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={grouping}
          disabled={busy}
          aria-label={t('grouping.label')}
          onChange={(_event, next: Grouping | null) => next && onGrouping(next)}
        >
          <ToggleButton value="each">{t('grouping.each')}</ToggleButton>
          <ToggleButton value="all">{t('grouping.all')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {grouping === 'all' && rows.length > 1 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', paddingBlock: 1 }}>
          {t('grouping.both')}
        </Typography>
      ) : null}
      {matched.length > 1 ? (
        <KnownBar
          count={matched.length}
          onReplaceAll={replaceable.length === 0 ? undefined : () => onReplaceAll(replaceable)}
          onSkipAll={() => matched.forEach(({ group }) => rowActions.remove(group.key))}
        />
      ) : null}
      <Rows {...rowsProps} rows={listed.slice(page * paging.pageSize, (page + 1) * paging.pageSize)} />
      <PagingFooter
        {...paging}
        page={page}
        total={listed.length}
        label={t('items', { count: items.length })}
      />
      {isFolded ? <RejectedRows {...rowsProps} rows={rejected} /> : null}
    </Box>
  );
}
