import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedKey } from '#contract/keys.ts';
import { KEY_LIMITS } from '#contract/limits.ts';
import type { KeyView } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { AccessFields } from '#src/ui/access/access-fields.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { usePeople } from '#src/ui/people/use-people.ts';
import { RecordForm } from '#src/ui/record-form.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { type KeyValues, useKeyForm } from './use-key-form.ts';
import { useChangeKey, useCreateKey } from './use-keys.ts';

/** The caps of a key, one for each ledger; an owner's key has none. */
function CapFields({ form }: { form: ReturnType<typeof useKeyForm> }) {
  const { t } = useTranslation(['keys', 'terms']);
  if (form.values.role === 'owner') return <SmallText tone="secondary">{t('form.ownerCaps')}</SmallText>;
  return (
    <FieldSet label={t('form.caps')} hint={t('form.capsHint')}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
        {LEDGERS.map((ledger) => (
          <IntegerField
            key={ledger}
            label={t(`terms:ledger.${ledger}`)}
            unit={t(`terms:unit.${ledger}`)}
            value={form.values.caps[ledger]}
            error={form.capError(ledger)}
            onChange={(amount) => form.setCap(ledger, amount)}
          />
        ))}
      </Box>
    </FieldSet>
  );
}

type KeyFormProps = {
  /** Absent: the form creates a key. */
  view?: KeyView;
  onCreated?: (created: CreatedKey) => void;
  onChanged?: () => void;
  onCancel: () => void;
};

/** Name, role, bots, caps and expiry of a key. */
export function KeyForm({ view, onCreated, onChanged, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const knownBots = useSession().data?.bots ?? [];
  const [personId, setPersonId] = useState(view?.person?.id);
  const people = usePeople();
  const form = useKeyForm(view, { bots: knownBots.length === 1 ? knownBots.map(({ id }) => id) : [] });
  const create = useCreateKey();
  const change = useChangeKey();
  const { error, isPending } = view === undefined ? create : change;
  const send = (value: KeyValues) => {
    if (view === undefined) return create.mutate(value, { onSuccess: (created) => onCreated?.(created) });
    const { expiresOn, ...rest } = value;
    // An unchanged expiry is not sent: the field has lost its milliseconds.
    const end = form.expiry.choice === 'asItIs' ? {} : { expiresOn };
    const person = personId === view.person?.id ? {} : { personId: personId ?? null };
    return change.mutate(
      { id: view.id, change: { ...rest, ...end, ...person } },
      { onSuccess: () => onChanged?.() },
    );
  };
  return (
    <RecordForm
      label={view === undefined ? t('form.new') : t('changeNamed', { name: view.name })}
      heading={view === undefined ? t('form.new') : undefined}
      width={720}
      gap={3}
      submitLabel={t(view === undefined ? 'form.submit' : 'form.save')}
      busy={isPending}
      onSubmit={() => form.submit(send)}
      onCancel={onCancel}
    >
      <TextField
        {...form.registerName()}
        label={t('form.name')}
        size="small"
        autoFocus
        error={form.nameError !== undefined}
        helperText={form.nameError ?? t('form.nameHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: KEY_LIMITS.name, autoComplete: 'off' } }}
      />
      <AccessFields value={form.values} botsError={form.botsError} onChange={form.change} />
      {view === undefined || people.length === 0 ? null : (
        <FilterSelect
          label={t('form.person')}
          anyLabel={t('form.noPerson')}
          value={personId}
          options={people.map(({ id }) => id)}
          labelOf={(id) => people.find((person) => person.id === id)?.name ?? id}
          onChange={setPersonId}
        />
      )}
      <CapFields form={form} />
      <ExpiryField expiry={form.expiry} isNew={view === undefined} />
      <FaultNotice error={error} onDismiss={view === undefined ? create.reset : change.reset} />
    </RecordForm>
  );
}
