import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CreatedKey } from '#contract/keys.ts';
import { KEY_LIMITS } from '#contract/limits.ts';
import { type KeyView, ROLES, type Role } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import type { NamedBot } from '#src/ui/use-bot-name.ts';
import { ExpiryField } from './expiry-field.tsx';
import { type KeyFormState, type KeyValues, useKeyForm } from './use-key-form.ts';
import { useRoleText } from './use-key-text.ts';
import { useChangeKey, useCreateKey } from './use-keys.ts';

type BotsFieldProps = {
  form: KeyFormState;
  /** The bots that the current key may see. */
  knownBots: readonly NamedBot[];
  /** Whether the new key may open all bots: only if the current one does. */
  canGrantAll: boolean;
};

/** The bots that a key opens: all, or a selection. */
function BotsField({ form, knownBots, canGrantAll }: BotsFieldProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const { allBots, bots } = form.values;
  const nameOf = (id: number) =>
    knownBots.find((bot) => bot.id === id)?.name ?? t('terms:botNumber', { id: String(id) });
  return (
    <FieldSet label={t('form.bots')}>
      {canGrantAll || allBots ? (
        <RadioGroup
          aria-label={t('form.bots')}
          value={allBots ? 'all' : 'some'}
          onChange={(_, value) => form.set('allBots', value === 'all')}
        >
          <FormControlLabel value="some" control={<Radio />} label={t('form.someBots')} />
          <FormControlLabel value="all" control={<Radio />} label={t('form.allBots')} />
        </RadioGroup>
      ) : null}
      {allBots ? null : (
        <Autocomplete
          multiple
          slotProps={{ paper: { sx: { border: 1, borderColor: 'line.firm' } } }}
          size="small"
          options={[...new Set([...knownBots.map(({ id }) => id), ...bots])]}
          value={bots}
          getOptionLabel={nameOf}
          onChange={(_, chosen) => form.set('bots', chosen)}
          renderInput={(params) => (
            <TextField
              {...params}
              label={t('form.chooseBots')}
              error={form.botsError !== undefined}
              helperText={form.botsError}
            />
          )}
        />
      )}
    </FieldSet>
  );
}

/** The four roles, each with its rights. */
function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTranslation(['keys', 'terms']);
  const wordsOf = useRoleText();
  return (
    <FieldSet label={t('form.role')}>
      <RadioGroup
        aria-label={t('form.role')}
        value={value}
        onChange={(_, role) => onChange(role as Role)}
        sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: { sm: '1fr 1fr' } }}
      >
        {ROLES.map((role) => (
          <FormControlLabel
            key={role}
            value={role}
            control={<Radio sx={{ paddingBlock: 0.25 }} />}
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box component="span" sx={{ display: 'block' }}>
                {t(`terms:role.${role}`)}
                <Typography
                  component="span"
                  variant="body2"
                  sx={{ display: 'block', color: 'text.tertiary' }}
                >
                  {wordsOf(role)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
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
  const session = useSession().data;
  const knownBots = session?.bots ?? [];
  const form = useKeyForm(view, {
    bots: knownBots.slice(0, knownBots.length === 1 ? 1 : 0).map(({ id }) => id),
  });
  const create = useCreateKey();
  const change = useChangeKey();
  const { error, isPending } = view === undefined ? create : change;
  const send = (value: KeyValues) => {
    if (view === undefined) return create.mutate(value, { onSuccess: (created) => onCreated?.(created) });
    const { expiresOn, ...rest } = value;
    // An unchanged expiry is not sent: the field has lost its milliseconds.
    const end = form.expiry.choice === 'asItIs' ? {} : { expiresOn };
    return change.mutate({ id: view.id, change: { ...rest, ...end } }, { onSuccess: () => onChanged?.() });
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
      <RoleField value={form.values.role} onChange={(role) => form.set('role', role)} />
      <BotsField form={form} knownBots={knownBots} canGrantAll={session?.view.allBots ?? true} />
      {form.values.role === 'owner' ? (
        <SmallText tone="secondary">{t('form.ownerCaps')}</SmallText>
      ) : (
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
      )}
      <ExpiryField expiry={form.expiry} isNew={view === undefined} />
      <FaultNotice error={error} onDismiss={view === undefined ? create.reset : change.reset} />
    </RecordForm>
  );
}
