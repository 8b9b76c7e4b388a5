import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TEST_LIMITS } from '#contract/limits.ts';
import type { TestSet } from '#contract/tests.ts';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { RecordAction, RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDeleteTestSet, useSaveTestSet } from './use-tests.ts';

type SetFormProps = { set?: TestSet; onSaved: () => void; onCancel: () => void };

/** The name of a set. */
function SetForm({ set, onSaved, onCancel }: SetFormProps) {
  const { t } = useTranslation('tests');
  const [name, setName] = useState(set?.name ?? '');
  const [tried, setTried] = useState(false);
  const save = useSaveTestSet();
  const isMissing = name.trim() === '';
  const submit = () => {
    setTried(true);
    if (!isMissing) save.mutate({ id: set?.id, name: name.trim() }, { onSuccess: onSaved });
  };
  return (
    <RecordForm
      label={set === undefined ? t('sets.add') : t('sets.editNamed', { name: set.name })}
      width={480}
      submitLabel={t('sets.save')}
      busy={save.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextField
        label={t('sets.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoFocus
        error={tried && isMissing}
        helperText={tried && isMissing ? t('sets.nameMissing') : undefined}
        slotProps={{ htmlInput: { maxLength: TEST_LIMITS.name, dir: inputDirection(name) } }}
      />
      <FaultNotice error={save.error} onDismiss={save.reset} />
    </RecordForm>
  );
}

type SetItemProps = {
  set: TestSet;
  open: boolean;
  onToggle: () => void;
  onDelete: () => void;
  /** The form of the open set. */
  children: ReactNode;
};

function SetItem({ set, open, onToggle, onDelete, children }: SetItemProps) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const canManage = useHasPermission('manageTests') === true;
  const { id, name, owner, counts } = set;
  return (
    <RecordItem
      open={open}
      summary={
        <>
          <TextLink to={paths.tests({ set: String(id) })} sx={{ fontWeight: 600 }}>
            <BidiText>{name}</BidiText>
          </TextLink>
          <SmallText tone="secondary">
            {t('sets.counts', {
              passing: formats.number(counts.passes),
              total: formats.number(counts.total),
            })}
            {' · '}
            <BidiText>{t('sets.owner', { name: owner })}</BidiText>
          </SmallText>
        </>
      }
      actions={
        canManage ? (
          <>
            <RecordAction
              label={t('sets.edit')}
              name={t('sets.editNamed', { name })}
              expanded={open}
              onClick={onToggle}
            />
            <RecordAction
              label={t('sets.delete')}
              name={t('sets.deleteNamed', { name })}
              destructive
              onClick={onDelete}
            />
          </>
        ) : null
      }
    >
      {children}
    </RecordItem>
  );
}

/** The sets of the bot: how many of their tests pass, their names, and new ones. */
export function TestSets({ sets, onDone }: { sets: readonly TestSet[]; onDone: (title: string) => void }) {
  const { t } = useTranslation('tests');
  const canAdd = useHasPermission('editTests') === true;
  const [editing, setEditing] = useState<number | 'new'>();
  const [deleting, setDeleting] = useState<TestSet>();
  const deletion = useDeleteTestSet();
  const close = () => setEditing(undefined);
  const saved = () => {
    close();
    onDone(t('done.setSaved'));
  };
  const remove = () =>
    deleting &&
    deletion.mutate(deleting.id, {
      onSuccess() {
        setDeleting(undefined);
        onDone(t('done.setDeleted'));
      },
    });
  return (
    <Box component="section" aria-labelledby={HEADING_ID} sx={{ marginBlockStart: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginBlockEnd: 1 }}>
        <Typography id={HEADING_ID} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('sets.title')}
        </Typography>
        {canAdd && editing !== 'new' ? (
          <Button size="small" startIcon={<Plus size={16} />} onClick={() => setEditing('new')}>
            {t('sets.add')}
          </Button>
        ) : null}
      </Box>
      {editing === 'new' ? <SetForm onSaved={saved} onCancel={close} /> : null}
      {sets.length === 0 ? <SmallText tone="secondary">{t('sets.none')}</SmallText> : null}
      <RecordList label={t('sets.title')} topLine={sets.length === 0 ? 'none' : 'firm'}>
        {sets.map((set) => (
          <SetItem
            key={set.id}
            set={set}
            open={editing === set.id}
            onToggle={() => setEditing(editing === set.id ? undefined : set.id)}
            onDelete={() => setDeleting(set)}
          >
            {editing === set.id ? <SetForm set={set} onSaved={saved} onCancel={close} /> : null}
          </SetItem>
        ))}
      </RecordList>
      <ConfirmMutation
        open={deleting !== undefined}
        title={t('sets.deletion.title')}
        confirmLabel={t('sets.deletion.confirm')}
        mutation={deletion}
        onConfirm={remove}
        onClose={() => setDeleting(undefined)}
      >
        <BidiText>{deleting?.name}</BidiText>{' '}
        {t('sets.deletion.text', { count: deleting?.counts.total ?? 0 })}
      </ConfirmMutation>
    </Box>
  );
}

const HEADING_ID = 'test-sets';
