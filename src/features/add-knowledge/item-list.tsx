import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupRow } from './group-row.tsx';
import type { Grouping, IntakeState } from './intake-types.ts';
import type { RowActions } from './item-row.tsx';
import { ItemRow } from './item-row.tsx';
import { standingOfItem } from './standing.ts';
import type { Row } from './use-rows.ts';

type ItemListProps = {
  state: IntakeState;
  rows: readonly Row[];
  maxSources: number;
  accepted: readonly string[];
  actions: RowActions;
  onGrouping: (grouping: Grouping) => void;
};

/** The items that wait to be registered: a row for each, under their unit's row where all become one. */
export function ItemList({ state, rows, maxSources, accepted, actions, onGrouping }: ItemListProps) {
  const { t } = useTranslation('add');
  const { items, grouping, registrations } = state;
  if (items.length === 0) return null;
  const each = grouping === 'each';
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
      {!each && rows.length > 1 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', paddingBlock: 1 }}>
          {t('grouping.both')}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map(({ group, standing, issue, takenBy }) => (
          <Fragment key={group.key}>
            {each ? null : (
              <GroupRow
                group={group}
                standing={standing}
                issue={issue}
                registration={registrations[group.key]}
                maxSources={maxSources}
                actions={actions}
                takenBy={takenBy}
              />
            )}
            {group.items.map((item) => (
              <ItemRow
                key={item.key}
                item={item}
                standing={each ? standing : standingOfItem(item)}
                issue={each ? issue : undefined}
                registration={each ? registrations[item.key] : undefined}
                accepted={accepted}
                actions={actions}
                titled={each}
                takenBy={each ? takenBy : undefined}
              />
            ))}
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}
