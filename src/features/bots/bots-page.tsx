import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useOffers } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { FormPanel } from '#src/components/form-panel.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SearchField } from '#src/components/search-field.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { BotForm } from './bot-form.tsx';
import { BotList } from './bot-list.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import { useBots } from './use-bots.ts';
import { useBotsState } from './use-bots-state.ts';

/** From so many on, a list is searched rather than read. */
const MANY = 8;

/** The bots that the key may see: what each has, and for owners its settings and its end. */
export function BotsPage() {
  const { t } = useTranslation(['bots', 'settings']);
  const offered = useOffers('listBots');
  const mayCreate = useCan('createBot');
  const mayChange = useCan('changeBot');
  const state = useBotsState();
  const { query, open, outcome, deleting } = state;
  const bots = useBots(query, offered === true);
  const adder = useRef<HTMLButtonElement>(null);
  const back = { to: paths.settings(), label: t('settings:title') };
  const { data, error } = bots;
  if (offered === false || data === null)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  const searchable = data !== undefined && (data.total > MANY || query.search !== '');
  return (
    <PageFrame
      title={t('title')}
      subtitle={
        data === undefined || query.search !== ''
          ? t('subtitle')
          : `${t('count', { count: data.total })} · ${t('subtitle')}`
      }
      back={back}
      {...(mayCreate
        ? {
            action: (
              <Button
                ref={adder}
                variant="contained"
                startIcon={<Plus size={18} />}
                onClick={() => state.setOpen({ new: true })}
              >
                {t('create')}
              </Button>
            ),
          }
        : {})}
      {...(searchable
        ? {
            toolbar: (
              <SearchField
                label={t('searchLabel')}
                placeholder={t('search')}
                value={query.search}
                onChange={state.search}
              />
            ),
          }
        : {})}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {data !== undefined && !mayChange ? <Notice severity="info" title={t('readOnly')} /> : null}
        {outcome === undefined ? null : (
          <OutcomeNotice
            outcome={outcome}
            busy={state.busy}
            onOpen={state.openBot}
            onRestore={state.restore}
            onDismiss={() => state.setOutcome(undefined)}
          />
        )}
        {error === null ? null : <FaultNotice error={error} onRetry={() => void bots.refetch()} />}
        {open !== undefined && 'new' in open ? (
          <FormPanel>
            <BotForm
              onSaved={(bot) => {
                state.setOpen(undefined);
                state.setOutcome({ kind: 'created', bot });
                adder.current?.focus();
              }}
              onCancel={() => {
                state.setOpen(undefined);
                adder.current?.focus();
              }}
            />
          </FormPanel>
        ) : null}
        {data === undefined ? (
          error === null ? (
            <SkeletonRows rows={3} height={96} />
          ) : null
        ) : (
          <BotList list={data} state={state} mayChange={mayChange} />
        )}
      </Box>
      {deleting === undefined ? null : (
        <DeleteDialog
          key={deleting.id}
          open
          bot={deleting}
          current={state.isCurrent(deleting)}
          onDeleted={(receipt) => state.deleted(deleting, receipt)}
          onClose={() => state.setDeleting(undefined)}
        />
      )}
    </PageFrame>
  );
}
