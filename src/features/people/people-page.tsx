import Link2 from 'virtual:lucide/link-2';
import Pencil from 'virtual:lucide/pencil';
import History from 'virtual:lucide/rotate-ccw-clock';
import Trash2 from 'virtual:lucide/trash';
import Users from 'virtual:lucide/users';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitePerson } from '#contract/operations/persons.ts';
import type { Person, PersonCode } from '#contract/persons.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useSignOut } from '#src/api/hooks/use-sign-out.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useBotsText } from '#src/ui/access/use-access-text.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { AddButton } from '#src/ui/add-button.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { FormPanel } from '#src/ui/form-panel.tsx';
import { OneTimeSecret } from '#src/ui/one-time-secret.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { type Outcome, OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { RecordName } from '#src/ui/record-row.tsx';
import { RecordTable } from '#src/ui/record-table.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { PersonForm } from './person-form.tsx';
import { useCreateCode, usePersons, useRemovePerson } from './use-persons.ts';

type SignInLink = PersonCode & { name: string };

/** The link that signs a person in, once. */
function SignInLinkPanel({ link, onSaved }: { link: SignInLink; onSaved: () => void }) {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  const { baseUrl } = useConnection();
  return (
    <OneTimeSecret
      title={t('people.link.title', { name: link.name })}
      text={t('people.link.text', { when: formats.moment(link.expiresOn) })}
      secret={{
        text: `${baseUrl || location.origin}/#code=${link.code}`,
        label: t('people.link.label'),
        copyLabel: t('people.link.copy'),
      }}
      savedLabel={t('people.link.saved')}
      onSaved={onSaved}
    >
      {t('people.link.once')}
    </OneTimeSecret>
  );
}

type RemovePersonDialogProps = {
  person: Person | undefined;
  others: readonly Person[];
  onRemoved: (person: Person) => void;
  onClose: () => void;
};

/** Asks before a person is removed, and who gets their units. */
function RemovePersonDialog({ person, others, onRemoved, onClose }: RemovePersonDialogProps) {
  const { t } = useTranslation('keys');
  const removing = useRemovePerson();
  const [heir, setHeir] = useState<string>();
  const close = () => {
    setHeir(undefined);
    onClose();
  };
  return (
    <ConfirmMutation
      open={person !== undefined}
      title={t('people.removal.title')}
      subject={<BidiText>{person?.name}</BidiText>}
      confirmLabel={t('people.remove')}
      mutation={removing}
      onConfirm={() => {
        if (person !== undefined)
          removing.mutate(
            { id: person.id, units: heir },
            {
              onSuccess: () => {
                close();
                onRemoved(person);
              },
            },
          );
      }}
      onClose={close}
    >
      <Typography>{t('people.removal.text')}</Typography>
      {person?.current === true ? (
        <Typography sx={{ color: 'text.primary' }}>{t('revocation.current')}</Typography>
      ) : null}
      {others.length === 0 ? null : (
        <Box sx={{ display: 'grid', paddingBlockStart: 1 }}>
          <FilterSelect
            label={t('people.removal.units')}
            anyLabel={t('people.removal.nobody')}
            value={heir}
            options={others.map(({ id }) => id)}
            labelOf={(id) => others.find((other) => other.id === id)?.name ?? id}
            onChange={setHeir}
          />
        </Box>
      )}
    </ConfirmMutation>
  );
}

type PeopleTableProps = {
  people: readonly Person[];
  editing: string | undefined;
  onEdit: (id: string | undefined) => void;
  onChanged: () => void;
  onLink: (person: Person) => void;
  onRemove: (person: Person) => void;
};

function PeopleTable({ people, editing, onEdit, onChanged, onLink, onRemove }: PeopleTableProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const formats = useFormats();
  const botsText = useBotsText();
  const seen = ({ details }: Person) =>
    details?.lastSeenOn == null ? t('people.neverSeen') : formats.moment(details.lastSeenOn);
  return (
    <RecordTable
      label={t('people.title')}
      items={people}
      keyOf={({ id }) => id}
      renderOpen={(person) =>
        person.id !== editing ? null : (
          <PersonForm
            person={person}
            onChanged={onChanged}
            onCancel={() => {
              onEdit(undefined);
              document.getElementById(`menu-of-person-${person.id}`)?.focus();
            }}
          />
        )
      }
      columns={[
        {
          key: 'name',
          name: t('column.name'),
          width: '36%',
          compare: (a, b) => a.name.localeCompare(b.name),
          renderCell: (person) => (
            <>
              <RecordName name={person.name} current={person.current ? t('people.you') : undefined} />
              {person.details?.manageable === false ? <SmallText>{t('people.notYours')}</SmallText> : null}
            </>
          ),
        },
        {
          key: 'role',
          name: t('column.role'),
          width: '30%',
          compare: (a, b) => (a.details?.role ?? '').localeCompare(b.details?.role ?? ''),
          renderCell: ({ details }) =>
            details && (
              <>
                {t(`terms:role.${details.role}`)}
                <SmallText>{botsText(details)}</SmallText>
              </>
            ),
        },
        {
          key: 'seen',
          name: t('people.lastSeen'),
          wideOnly: true,
          compare: (a, b) => (a.details?.lastSeenOn ?? '').localeCompare(b.details?.lastSeenOn ?? ''),
          renderCell: seen,
        },
        {
          key: 'menu',
          name: t('column.actions'),
          width: '56px',
          renderCell: (person) =>
            person.details?.manageable === true && (
              <ActionMenu
                id={`menu-of-person-${person.id}`}
                label={t('actionsOf', { name: person.name })}
                actions={[
                  {
                    label: t('change'),
                    icon: <Pencil size={18} />,
                    onSelect: () => onEdit(person.id),
                    takesFocus: true,
                  },
                  { label: t('people.newLink'), icon: <Link2 size={18} />, onSelect: () => onLink(person) },
                  {
                    label: t('terms:history'),
                    icon: <History size={18} />,
                    to: paths.audit({ kind: 'person', subject: person.id }),
                  },
                  {
                    label: t('people.remove'),
                    icon: <Trash2 size={18} />,
                    destructive: true,
                    divided: true,
                    onSelect: () => onRemove(person),
                    takesFocus: true,
                  },
                ]}
              />
            ),
        },
      ]}
    />
  );
}

/** People who sign in by links: invite, change, remove. */
export function PeoplePage() {
  const { t } = useTranslation(['keys', 'settings']);
  const ready = useCanUse(invitePerson);
  const persons = usePersons(ready);
  const signOut = useSignOut();
  const linking = useCreateCode();
  const [open, setOpen] = useState<string>();
  const [removing, setRemoving] = useState<Person>();
  const [link, setLink] = useState<SignInLink>();
  const [outcome, setOutcome] = useState<Outcome>();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const finish = (words?: string) => {
    setOpen(undefined);
    setOutcome(words === undefined ? undefined : { title: words });
    inviteButton.current?.focus();
  };
  const showLink = (next: SignInLink) => {
    setOpen(undefined);
    setOutcome(undefined);
    setLink(next);
  };
  return (
    <ResourcePage
      operation={invitePerson}
      title={t('people.title')}
      subtitle={t('people.subtitle')}
      back={{ to: paths.settings(), label: t('settings:title') }}
      notOffered={{ title: t('people.notOffered'), text: t('notOffered.text') }}
      absent={persons.data === null}
      action={
        ready ? (
          <AddButton ref={inviteButton} onClick={() => setOpen('new')}>
            {t('people.invite')}
          </AddButton>
        ) : undefined
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <OutcomeNotice outcome={outcome} onDismiss={() => setOutcome(undefined)} />
        <FaultNotice error={linking.error} onDismiss={linking.reset} />
        {link === undefined ? null : (
          <SignInLinkPanel
            link={link}
            onSaved={() => {
              setLink(undefined);
              inviteButton.current?.focus();
            }}
          />
        )}
        {open === 'new' ? (
          <FormPanel>
            <PersonForm
              onInvited={({ person, ...code }) => showLink({ ...code, name: person.name })}
              onCancel={() => finish()}
            />
          </FormPanel>
        ) : null}
        <QueryView query={persons} pending={<SkeletonRows rows={3} height={64} />}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={<Users size={24} />} title={t('people.empty.title')}>
                {t('people.empty.text')}
              </EmptyState>
            ) : (
              <PeopleTable
                people={items}
                editing={open}
                onEdit={setOpen}
                onChanged={() => finish(t('changed'))}
                onLink={(person) =>
                  linking.mutate(person, { onSuccess: (code) => showLink({ ...code, name: person.name }) })
                }
                onRemove={setRemoving}
              />
            )
          }
        </QueryView>
      </Box>
      <RemovePersonDialog
        person={removing}
        others={(persons.data?.items ?? []).filter(({ id }) => id !== removing?.id)}
        onRemoved={(person) => {
          if (link?.name === person.name) setLink(undefined);
          if (person.current) void signOut();
          else finish(t('people.removed', { name: person.name }));
        }}
        onClose={() => setRemoving(undefined)}
      />
    </ResourcePage>
  );
}
