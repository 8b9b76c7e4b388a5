import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bot, BotList as Listed } from '#contract/bots.ts';
import { BIN_RETENTION_DAYS } from '#contract/limits.ts';
import { changeBot, createBot, listBots } from '#contract/operations/bots.ts';
import { useCanUse, useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PagingFooter } from '#src/ui/pagination.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { BotForm } from './bot-form.tsx';
import { BotTable } from './bot-table.tsx';
import { useBots, useDeleteBot } from './use-bots.ts';
import { type BotsState, PAGE_SIZES, useBotsState, useOutcomeText } from './use-bots-state.ts';

function BotList({ list, state, canChange }: { list: Listed; state: BotsState; canChange: boolean }) {
  const { t } = useTranslation('bots');
  const { query } = state;
  if (list.items.length === 0)
    return (
      <EmptyState
        title={t('nothing.title')}
        actions={
          <Button variant="outlined" onClick={() => state.search('')}>
            {t('nothing.clear')}
          </Button>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    );
  return (
    <div>
      <BotTable bots={list.items} state={state} canChange={canChange} />
      <PagingFooter
        label={t('paging')}
        pageSizeOptions={PAGE_SIZES}
        page={query.page}
        pageSize={query.pageSize}
        total={list.total}
        onPageChange={state.setPage}
        onPageSizeChange={state.setPageSize}
      />
    </div>
  );
}

/** Deletes a bot once its name is typed: into the bin, or for good if that is checked or the bot is in the bin. */
function DeleteBotDialog({ bot, state }: { bot: Bot; state: BotsState }) {
  const { t } = useTranslation('bots');
  const binned = bot.deletedOn !== null;
  const [ticked, setTicked] = useState(false);
  const forever = binned || ticked;
  const remove = useDeleteBot();
  const botName = useBotName();
  return (
    <ConfirmMutation
      open
      title={t('delete.title')}
      phrase={botName(bot)}
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      onClose={() => state.setDeleting(undefined)}
      onConfirm={() =>
        remove.mutate({ bot, forever }, { onSuccess: (receipt) => state.deleted(bot, receipt) })
      }
    >
      <p style={{ marginBlockStart: 0 }}>
        {forever ? t('delete.foreverText') : t('delete.text', { days: BIN_RETENTION_DAYS })}
      </p>
      {state.isCurrent(bot) ? <p>{t('delete.current')}</p> : null}
      {binned ? null : (
        <FormControlLabel
          control={<Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)} />}
          label={t('delete.forever')}
        />
      )}
    </ConfirmMutation>
  );
}

function BotSearch({ state }: { state: BotsState }) {
  const { t } = useTranslation('bots');
  const { query, search } = state;
  return (
    <SearchField label={t('searchLabel')} placeholder={t('search')} value={query.search} onChange={search} />
  );
}

function NewBotForm({ state, onClosed }: { state: BotsState; onClosed: () => void }) {
  const close = () => {
    state.setOpen(undefined);
    onClosed();
  };
  return (
    <FormPanel>
      <BotForm
        onSaved={(bot) => {
          state.setOutcome({ kind: 'created', bot });
          close();
        }}
        onCancel={close}
      />
    </FormPanel>
  );
}

/** Number of bots from which the search shows. */
const SEARCH_THRESHOLD = 8;

/** The bots that the key may see, and for owners their settings, archive and bin. */
export function BotsPage() {
  const { t } = useTranslation(['bots', 'settings']);
  const supported = useIsSupported('listBots');
  const canCreate = useCanUse(createBot);
  const canChange = useCanUse(changeBot);
  const state = useBotsState();
  const { query, open, outcome, deleting } = state;
  const bots = useBots(query, supported === true);
  const outcomeText = useOutcomeText();
  const addButton = useRef<HTMLButtonElement>(null);
  const { data } = bots;
  const searchable = data != null && (data.total > SEARCH_THRESHOLD || query.search !== '');
  return (
    <ResourcePage
      operation={listBots}
      title={t('title')}
      subtitle={
        data == null || query.search !== ''
          ? t('subtitle')
          : `${t('count', { count: data.total })} · ${t('subtitle')}`
      }
      back={{ to: paths.settings(), label: t('settings:title') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={data === null}
      action={
        canCreate ? (
          <AddButton ref={addButton} onClick={() => state.setOpen('new')}>
            {t('create')}
          </AddButton>
        ) : undefined
      }
      toolbar={searchable ? <BotSearch state={state} /> : undefined}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {data !== undefined && !canChange ? <Notice severity="info" title={t('readOnly')} /> : null}
        <OutcomeNotice
          outcome={outcomeText(outcome, state)}
          busy={state.busy}
          onDismiss={() => state.setOutcome(undefined)}
        />
        {open === 'new' ? <NewBotForm state={state} onClosed={() => addButton.current?.focus()} /> : null}
        <QueryView query={bots} pending={<SkeletonRows rows={3} height={96} />}>
          {(list) => <BotList list={list} state={state} canChange={canChange} />}
        </QueryView>
      </Box>
      {deleting === undefined ? null : <DeleteBotDialog key={deleting.id} bot={deleting} state={state} />}
    </ResourcePage>
  );
}
