import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CreatedKey } from '#contract/keys.ts';
import { createKey, listKeys } from '#contract/operations/keys.ts';
import type { KeyView, ListedKey } from '#contract/session.ts';
import { useCanUse, useSession } from '#src/api/hooks/use-permissions.ts';
import { useSignOut } from '#src/api/hooks/use-sign-out.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { OneTimeSecret } from '#src/ui/one-time-secret.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { type Outcome, OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyTable, type OpenForm } from './key-table.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { useKeys, useRevokeKey } from './use-keys.ts';

type RevokeKeyDialogProps = {
  keyView: KeyView | undefined;
  onRevoked: (view: KeyView) => void;
  onClose: () => void;
};

/** Asks before a key is revoked, and says when the key was last used. A failure shows in the dialog. */
function RevokeKeyDialog({ keyView, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  const revoking = useRevokeKey();
  return (
    <ConfirmMutation
      open={keyView !== undefined}
      title={t('revocation.title')}
      subject={
        <>
          <BidiText>{keyView?.name}</BidiText>{' '}
          <MonoText sx={{ color: 'text.tertiary' }}>{`${keyView?.prefix ?? ''}…`}</MonoText>
        </>
      }
      confirmLabel={t('revoke')}
      mutation={revoking}
      onConfirm={() => {
        if (keyView !== undefined) revoking.mutate(keyView, { onSuccess: () => onRevoked(keyView) });
      }}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.primary' }}>
        {keyView?.lastUsedOn == null
          ? t('revocation.neverUsed')
          : t('revocation.used', { when: formats.moment(keyView.lastUsedOn) })}
      </Typography>
      <Typography>{t('revocation.text')}</Typography>
      {keyView?.current === true ? (
        <Typography sx={{ color: 'text.primary' }}>{t('revocation.current')}</Typography>
      ) : null}
    </ConfirmMutation>
  );
}

type NewKeySecretProps = { created: CreatedKey; adopted: boolean; onSaved: () => void };

/** Shows a new key, once. `adopted`: this browser uses it already. */
function NewKeySecret({ created, adopted, onSaved }: NewKeySecretProps) {
  const { t } = useTranslation('keys');
  return (
    <OneTimeSecret
      title={t('shown.title')}
      text={t('shown.text')}
      secret={{ text: created.key, label: t('shown.label'), copyLabel: t('shown.copy') }}
      savedLabel={t('shown.kept')}
      onSaved={onSaved}
    >
      {t('shown.use')}
      {adopted ? ` ${t('shown.taken')}` : ''}
    </OneTimeSecret>
  );
}

/** The key that a link names, by its own id or by the id of a rotated predecessor. */
function findKey(views: readonly ListedKey[], id: string): ListedKey | undefined {
  const family = views.find((view) => view.id === id)?.family ?? id;
  return (
    views.find((view) => view.family === family && view.rotatedOn === null && view.manageable) ??
    views.find((view) => view.id === id && view.manageable)
  );
}

const PAGE_SIZES = [25, 50, 100] as const;

/** The keys of all bots, and browser sessions apart: create, change, rotate, revoke. */
export function KeysPage() {
  const { t } = useTranslation(['keys', 'settings', 'terms']);
  const ownKey = useSession().data?.view;
  const canCreate = useCanUse(createKey);
  const ready = useCanUse(listKeys);
  const paging = usePaging(PAGE_SIZES);
  const sessionPaging = usePaging(PAGE_SIZES);
  const [words, setWords] = useState('');
  const signOut = useSignOut();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<OpenForm | 'new'>();
  const [rotating, setRotating] = useState<KeyView>();
  const [revoking, setRevoking] = useState<KeyView>();
  const [newKeys, setNewKeys] = useState<readonly { created: CreatedKey; adopted: boolean }[]>([]);
  const hideKey = (id: string) => setNewKeys((now) => now.filter(({ created }) => created.view.id !== id));
  const [outcome, setOutcome] = useState<Outcome>();
  const addButton = useRef<HTMLButtonElement>(null);
  const showKey = (created: CreatedKey, adopted: boolean) => {
    setOpen(undefined);
    setOutcome(undefined);
    setRotating(undefined);
    setNewKeys((now) => [...now, { created, adopted }]);
  };
  const setOpen = (form: OpenForm | 'new' | undefined) => {
    setChosen(form);
    // What a link opened is closed by what is opened here.
    if (search.has('raise') || search.has('add')) setSearch({}, { replace: true, preventScrollReset: true });
  };
  const finish = (words?: string) => {
    setOpen(undefined);
    setOutcome(words === undefined ? undefined : { title: words });
    addButton.current?.focus();
  };
  const raised = search.get('raise') ?? undefined;
  const keys = useKeys({ kind: 'keys', search: raised ?? words, ...paging }, ready);
  const sessions = useKeys({ kind: 'sessions', search: '', ...sessionPaging }, ready);
  const { data } = keys;
  const toRaise = raised === undefined ? undefined : findKey(data?.items ?? [], raised);
  const linked = search.has('add') ? 'new' : undefined;
  const open =
    raised === undefined ? (linked ?? chosen) : toRaise && ({ id: toRaise.id, form: 'cap' } as const);
  const table = {
    open: open === 'new' ? undefined : open,
    onOpen: setOpen,
    onChanged: finish,
    onRotate: setRotating,
    onRevoke: setRevoking,
  };
  return (
    <ResourcePage
      operation={listKeys}
      title={t('title')}
      subtitle={data == null ? t('subtitle') : `${t('count', { count: data.total })} · ${t('subtitle')}`}
      back={{ to: paths.settings(), label: t('settings:title') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={data === null}
      refused={
        ownKey && {
          title: t('onlyOwners.title'),
          text: t('onlyOwners.text', { name: ownKey.name, role: t(`terms:role.${ownKey.role}`) }),
        }
      }
      afterRefusal={<RoleMatrix own={ownKey?.role} />}
      action={
        canCreate ? (
          <AddButton ref={addButton} onClick={() => setOpen('new')}>
            {t('create')}
          </AddButton>
        ) : undefined
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <OutcomeNotice outcome={outcome} onDismiss={() => setOutcome(undefined)} />
        {raised !== undefined && data != null && toRaise === undefined ? (
          <Notice severity="warning" title={t('raise.gone')} onDismiss={() => setOpen(undefined)} />
        ) : null}
        {newKeys.map((newKey) => (
          <NewKeySecret
            key={newKey.created.view.id}
            {...newKey}
            onSaved={() => {
              hideKey(newKey.created.view.id);
              addButton.current?.focus();
            }}
          />
        ))}
        {open === 'new' ? (
          <FormPanel>
            <KeyForm onCreated={(created) => showKey(created, false)} onCancel={() => finish()} />
          </FormPanel>
        ) : null}
        <QueryView query={keys} pending={<SkeletonRows rows={4} height={88} />}>
          {(views) => (
            <>
              {words === '' && views.total <= PAGE_SIZES[0] ? null : (
                <SearchField
                  label={t('searchLabel')}
                  placeholder={t('search')}
                  value={words}
                  onChange={(next) => {
                    setWords(next);
                    paging.onPageChange(0);
                  }}
                />
              )}
              {views.items.length === 0 ? (
                <Typography sx={{ color: 'text.secondary', paddingBlock: 2 }}>{t('noneFound')}</Typography>
              ) : (
                <KeyTable label={t('list')} views={views.items} {...table} />
              )}
              <PagingFooter {...paging} total={views.total} label={t('paging')} />
            </>
          )}
        </QueryView>
        {sessions.data == null || sessions.data.total === 0 ? null : (
          <PageSection id="sessions" title={t('sessions.title')}>
            <SmallText tone="secondary">{t('sessions.text')}</SmallText>
            <KeyTable label={t('sessions.title')} views={sessions.data.items} {...table} />
            <PagingFooter {...sessionPaging} total={sessions.data.total} label={t('sessions.paging')} />
          </PageSection>
        )}
      </Box>
      <RoleMatrix own={ownKey?.role} />
      <RotateKeyDialog keyView={rotating} onRotated={showKey} onClose={() => setRotating(undefined)} />
      <RevokeKeyDialog
        keyView={revoking}
        onRevoked={(view) => {
          setRevoking(undefined);
          hideKey(view.id);
          if (view.current) void signOut();
          else finish(t('revoked', { name: view.name }));
        }}
        onClose={() => setRevoking(undefined)}
      />
    </ResourcePage>
  );
}
