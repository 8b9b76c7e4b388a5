import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTRADICTION_STATES, type Contradiction } from '#contract/contradictions.ts';
import { dismissContradiction } from '#contract/operations/contradictions.ts';
import { useCanUse, useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { nodeDirection } from '#src/ui/node-direction.ts';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { FocusedOutcome, type Outcome } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordAction, RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import { markNumbers } from './mark-numbers.ts';
import { useContradictions, useDismissal } from './use-contradictions.ts';
import type { InboxFilters } from './use-reports.ts';

type Side = Contradiction['newer'];

/** A statement with its unit and date; its numbers that the other lacks are bold and underlined. */
function Statement({ side, other, label }: { side: Side; other: Side; label: string }) {
  const { unitId, title, ordinal, section, quote, textOn } = side;
  return (
    <Box role="group" aria-label={`${label}: ${title}`} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <SmallText tone="secondary">
        {label}
        {textOn === null ? null : ' · '}
        <TextDate readOn={textOn} form="brief" />
      </SmallText>
      <Box
        component="blockquote"
        dir={nodeDirection(quote)}
        sx={{
          margin: 0,
          marginBlock: 0.5,
          textAlign: 'start',
          '& mark': {
            bgcolor: 'transparent',
            color: 'inherit',
            fontWeight: 700,
            textDecoration: 'underline',
          },
        }}
      >
        {markNumbers(quote, other.quote).map(({ text, isMarked }, place) =>
          isMarked ? <mark key={place}>{text}</mark> : text,
        )}
      </Box>
      <SmallText tone="secondary">
        <TextLink to={paths.unit(unitId, { passage: String(ordinal) })}>
          <BidiText>{title}</BidiText>
        </TextLink>
        {section === '' ? null : (
          <>
            {' · '}
            <BidiText>{section}</BidiText>
          </>
        )}
      </SmallText>
    </Box>
  );
}

type RowProps = { contradiction: Contradiction; isBusy: boolean; onDismiss: () => void };

function ContradictionRow({ contradiction, isBusy, onDismiss }: RowProps) {
  const { t } = useTranslation('inbox');
  const canEdit = useHasPermission('editKnowledge') === true;
  const canDismiss = useCanUse(dismissContradiction);
  const formats = useFormats();
  const { newer, older, state, dismissedBy, dismissedOn } = contradiction;
  const isOpen = state === 'open';
  const ways =
    isOpen && canEdit
      ? ([
          [t('contradictions.replace'), paths.unit(older.unitId, { repair: older.sourceId })],
          [t('contradictions.open'), paths.unit(older.unitId)],
        ] as const)
      : [];
  const dismiss = isOpen ? 'contradictions.dismiss' : 'contradictions.reopen';
  return (
    <RecordItem
      summary={
        <>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Statement side={newer} other={older} label={t('contradictions.newer')} />
            <Statement side={older} other={newer} label={t('contradictions.older')} />
          </Box>
          {dismissedBy === null || dismissedOn === null ? null : (
            <SmallText tone="secondary">
              {t('contradictions.dismissedBy', { name: dismissedBy, when: formats.moment(dismissedOn) })}
            </SmallText>
          )}
        </>
      }
      actions={
        <>
          {ways.map(([label, to]) => (
            <LinkButton key={label} size="small" aria-label={`${label}: ${older.title}`} to={to}>
              {label}
            </LinkButton>
          ))}
          {canDismiss ? (
            <RecordAction
              label={t(dismiss)}
              name={`${t(dismiss)}: ${newer.title}, ${older.title}`}
              busy={isBusy}
              onClick={onDismiss}
            />
          ) : null}
        </>
      }
    />
  );
}

type ContradictionsProps = { filters: InboxFilters; onChange: (patch: Partial<InboxFilters>) => void };

/** Statements that say one thing with other numbers, the newest text first. */
export function Contradictions({ filters, onChange }: ContradictionsProps) {
  const { t } = useTranslation('inbox');
  const state = filters.state === 'open' ? 'open' : 'dismissed';
  const paging = usePaging();
  const list = useContradictions(state, { offset: paging.page * paging.pageSize, limit: paging.pageSize });
  const dismissal = useDismissal();
  const [outcome, setOutcome] = useState<Outcome>();
  const dismiss = ({ id }: Contradiction) =>
    dismissal.mutate(
      { id, dismissed: state === 'open' },
      {
        onSuccess: () => setOutcome({ title: t(`contradictions.done.${state}`) }),
        onError: (error) => setOutcome({ error }),
      },
    );
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <FocusedOutcome outcome={outcome} onDismiss={() => setOutcome(undefined)} />
      <ChipSelect
        label={t('state.label')}
        value={state}
        options={CONTRADICTION_STATES.map((value) => ({ value, name: t(`contradictions.state.${value}`) }))}
        onChange={(value) => {
          setOutcome(undefined);
          onChange({ state: value === 'open' ? 'open' : 'closed' });
        }}
      />
      <QueryView query={list} pending={<SkeletonRows rows={4} height={96} />}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState title={t(`contradictions.none.${state}`)}>{t('contradictions.noneText')}</EmptyState>
          ) : (
            <>
              <RecordList label={t('view.contradictions')}>
                {items.map((contradiction) => (
                  <ContradictionRow
                    key={contradiction.id}
                    contradiction={contradiction}
                    isBusy={dismissal.isPending && dismissal.variables.id === contradiction.id}
                    onDismiss={() => dismiss(contradiction)}
                  />
                ))}
              </RecordList>
              <PagingFooter {...paging} total={total} label={t('contradictions.paging')} />
            </>
          )
        }
      </QueryView>
    </Box>
  );
}
