import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { KEY_LIMITS } from '#contract/limits.ts';
import type { MadeKey } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useSession } from '#src/api/use-role.ts';
import { AmountField } from '#src/components/amount-field.tsx';
import { FieldSet } from '#src/components/field-set.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { BotsField } from './bots-field.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { RoleField } from './role-field.tsx';
import type { KeyValues } from './use-key-form.ts';
import { useKeyForm } from './use-key-form.ts';
import { useChangeKey, useCreateKey } from './use-keys.ts';

type KeyFormProps = {
  /** Without it a new key is made. */
  view?: KeyView;
  onMade?: (made: MadeKey) => void;
  onChanged?: () => void;
  onCancel: () => void;
};

/** Name, role, bots, caps and end of a key. */
export function KeyForm({ view, onMade, onChanged, onCancel }: KeyFormProps) {
  const { t } = useTranslation(['keys', 'terms', 'common']);
  const session = useSession().data;
  const known = session?.bots ?? [];
  const form = useKeyForm(view, { bots: known.slice(0, known.length === 1 ? 1 : 0).map(({ id }) => id) });
  const create = useCreateKey();
  const change = useChangeKey();
  const { error, isPending } = view === undefined ? create : change;
  const send = (value: KeyValues) => {
    if (view === undefined) return create.mutate(value, { onSuccess: (made) => onMade?.(made) });
    const { expiresOn, ...rest } = value;
    // A moment that was not touched is not sent: as it was shown it has lost its milliseconds.
    const end = form.expiry.choice === 'asItIs' ? {} : { expiresOn };
    return change.mutate({ id: view.id, change: { ...rest, ...end } }, { onSuccess: () => onChanged?.() });
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={view === undefined ? t('form.new') : t('changeNamed', { name: view.name })}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(send);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
      }}
      sx={{ display: 'grid', gap: 3, maxWidth: 720, paddingBlock: 2.5 }}
    >
      {view === undefined ? (
        <Typography variant="h3" component="h2">
          {t('form.new')}
        </Typography>
      ) : null}
      <TextField
        {...form.registerName()}
        label={t('form.name')}
        size="small"
        autoFocus
        error={form.nameProblem !== undefined}
        helperText={form.nameProblem ?? t('form.nameHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: KEY_LIMITS.name, autoComplete: 'off' } }}
      />
      <RoleField value={form.values.role} onChange={(role) => form.set('role', role)} />
      <BotsField form={form} known={known} mayAll={session?.view.allBots ?? true} />
      {form.values.role === 'owner' ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('form.ownerCaps')}
        </Typography>
      ) : (
        <FieldSet label={t('form.caps')} hint={t('form.capsHint')}>
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
            {LEDGERS.map((ledger) => (
              <AmountField
                key={ledger}
                label={t(`terms:ledger.${ledger}`)}
                unit={t(`terms:unit.${ledger}`)}
                value={form.values.caps[ledger]}
                problem={form.capProblem(ledger)}
                onChange={(amount) => form.setCap(ledger, amount)}
              />
            ))}
          </Box>
        </FieldSet>
      )}
      <ExpiryField expiry={form.expiry} isNew={view === undefined} />
      {error ? (
        <FaultNotice error={error} onDismiss={view === undefined ? create.reset : change.reset} />
      ) : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={isPending} disabled={isPending}>
          {t(view === undefined ? 'form.submit' : 'form.save')}
        </Button>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </Box>
    </Box>
  );
}
