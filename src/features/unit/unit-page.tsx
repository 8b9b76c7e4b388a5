import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { UnitDetails } from '#contract/unit-states.ts';
import { NotFound } from '#src/api/errors.ts';
import { useAllowed } from '#src/api/use-role.ts';
import { isSettled } from '#src/api/status-of.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { LinkButton } from '#src/components/link-button.tsx';
import { PageFrame, pagePadding } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { AskBox } from './ask-box.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeletedNotice } from './deleted-notice.tsx';
import { EditForm } from './edit-form.tsx';
import { IdentityPane } from './identity-pane.tsx';
import { PassagesPane } from './passages-pane.tsx';
import { StatusLine } from './status-line.tsx';
import { UnitMenu } from './unit-menu.tsx';
import { useUnit, useUnitActions } from './use-unit.ts';

/** Where the address points: a passage by its number from 0, or the first one of a section by its title. */
function ordinalIn(search: URLSearchParams, details: UnitDetails | null | undefined): number | undefined {
  const passage = search.get('passage');
  if (passage !== null && /^\d{1,9}$/u.test(passage)) return Number(passage);
  const section = search.get('section');
  return details?.sections.find(({ title }) => title === section)?.firstOrdinal;
}

/** Width of the start side in px. */
const START_SIDE = 320;

function Unit({ id }: { id: number }) {
  const { t } = useTranslation('unit');
  const back = { to: paths.knowledge(), label: t('back') };
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const mayCurate = useAllowed('updateUnit');
  const mayAsk = useAllowed('answer');
  const { query, status, resting, look } = useUnit(id);
  const { reindex, update, remove, restore } = useUnitActions(id);
  const { data: view, error, dataUpdatedAt, refetch } = query;

  if (remove.data && view) {
    return (
      <PageFrame title={view.unit.title} titleIsForeign back={back}>
        <DeletedNotice receipt={remove.data} restore={restore} onRestored={remove.reset} />
      </PageFrame>
    );
  }
  if (view === undefined || status === undefined) {
    const missing = error instanceof NotFound;
    return (
      <PageFrame title={t('number', { id: String(id) })} back={back}>
        {error === null ? (
          <SkeletonRows rows={4} />
        ) : missing ? (
          <EmptyState
            title={t('delete.notFound', { id: String(id) })}
            actions={
              <LinkButton variant="outlined" to={paths.knowledge()}>
                {t('delete.toKnowledge')}
              </LinkButton>
            }
          />
        ) : (
          <FaultNotice error={error} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  }
  const { unit, details } = view;
  const asked = ordinalIn(search, details);
  const toOrdinal = (ordinal: number) =>
    setSearch({ passage: String(ordinal) }, { replace: true, preventScrollReset: true });
  // A status of unknown meaning is proved by asking; one that failed answers only from an earlier index.
  const answers = status === 'ready' || typeof status === 'number' || (details?.sections.length ?? 0) > 0;
  const fault = reindex.error ?? error;
  const subtitle = (
    <>
      {unit.description === '' ? null : (
        <div>
          <BidiText>{unit.description}</BidiText>
        </div>
      )}
      <StatusLine status={status} details={details} resting={resting} onLook={look} />
    </>
  );
  return (
    <PageFrame
      title={unit.title}
      titleIsForeign
      back={back}
      badge={<StatusChip status={status} progress={details?.state.progress ?? undefined} look="tinted" />}
      subtitle={subtitle}
      asOf={isSettled(status) ? undefined : dataUpdatedAt}
      action={
        <UnitMenu
          id={id}
          mayCurate={mayCurate}
          busy={reindex.isPending}
          onReindex={() => reindex.mutate()}
          onEdit={() => setEditing(true)}
          onDelete={() => setDeleting(true)}
        />
      }
      toolbar={
        editing ? (
          <EditForm
            now={{ title: unit.title, description: unit.description }}
            etag={details?.etag}
            update={update}
            onReload={refetch}
            onDone={() => {
              update.reset();
              setEditing(false);
            }}
          />
        ) : undefined
      }
      body="bare"
    >
      {fault ? (
        <Box sx={{ paddingInline: pagePadding, paddingBlock: 2 }}>
          <FaultNotice error={fault} onRetry={() => (reindex.error ? reindex.mutate() : void refetch())} />
        </Box>
      ) : null}
      <Box
        sx={{
          flex: 1,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `${START_SIDE}px minmax(0, 1fr)` },
        }}
      >
        <IdentityPane view={view} ordinal={asked ?? 0} onOrdinal={toOrdinal} />
        <PassagesPane
          id={id}
          details={details}
          settled={isSettled(status)}
          ordinal={asked ?? 0}
          asked={asked !== undefined}
          onOrdinal={toOrdinal}
        />
      </Box>
      {answers && mayAsk ? (
        <AskBox startSide={START_SIDE} title={unit.title} questions={details?.questions ?? []} />
      ) : null}
      <DeleteDialog open={deleting} title={unit.title} remove={remove} onClose={() => setDeleting(false)} />
    </PageFrame>
  );
}

/** One knowledge unit: what it is, how it fares, what is in it. */
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
