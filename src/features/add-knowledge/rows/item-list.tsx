import Layers from 'virtual:lucide/layers';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Grouping,
  type IntakeState,
  isStored,
  type UnitDraft,
} from '#src/features/add-knowledge/intake/intake-types.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { ItemRow } from './item-row.tsx';
import { type RowActions, RowLayout, UnitAction } from './row-layout.tsx';
import {
  isFailedStatus,
  isTitleInvalid,
  itemStatus,
  RowStatusLabel,
  type UnitDraftState,
  useUnitProblem,
} from './row-status.tsx';
import { DescriptionField, TitleField } from './text-fields.tsx';
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
      action={<UnitAction unitKey={key} {...props} />}
    />
  );
}

type ItemListProps = {
  state: IntakeState;
  rows: readonly UnitDraftRow[];
  maxSources: number;
  actions: RowActions;
  onGrouping: (grouping: Grouping) => void;
};

/** The items to register: a row for each, below their unit's row where all become one unit. */
export function ItemList({ state, rows, maxSources, actions, onGrouping }: ItemListProps) {
  const { t } = useTranslation('add');
  const { items, grouping, registrations } = state;
  if (items.length === 0) return null;
  const isPerItem = grouping === 'each';
  const busy = Object.values(registrations).some(({ step }) => step === 'registering');
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
        <Typography id="items-heading" variant="h3" component="h2" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
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
      {!isPerItem && rows.length > 1 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', paddingBlock: 1 }}>
          {t('grouping.both')}
        </Typography>
      ) : null}
      <PlainList>
        {rows.map(({ group, ...draft }) => {
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
                  {...(isPerItem ? state : { status: itemStatus(item) })}
                />
              ))}
            </Fragment>
          );
        })}
      </PlainList>
    </Box>
  );
}
