import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { KEY_LIMITS } from '#contract/limits.ts';
import { type Invitation, newPersonSchema, type Person } from '#contract/persons.ts';
import type { Role } from '#contract/session.ts';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { AccessFields, requireBots } from '#src/ui/access/access-fields.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { useSchemaForm } from '#src/ui/use-schema-form.ts';
import { useChangePerson, useInvitePerson } from './use-persons.ts';

type PersonValues = { name: string; role: Role; allBots: boolean; bots: number[] };
const schema = newPersonSchema.check(requireBots);

type PersonFormProps = {
  /** Absent: the form invites a person. */
  person?: Person;
  onInvited?: (invitation: Invitation) => void;
  onChanged?: () => void;
  onCancel: () => void;
};

/** Name, role and bots of a person. What is typed stays when the gateway refuses it. */
export function PersonForm({ person, onInvited, onChanged, onCancel }: PersonFormProps) {
  const { t } = useTranslation('keys');
  const bots = useSession().data?.bots ?? [];
  const form = useSchemaForm<PersonValues>(schema, {
    name: person?.name ?? '',
    role: person?.details?.role ?? 'curator',
    allBots: person?.details?.allBots ?? false,
    bots: person?.details?.bots ?? (bots.length === 1 ? bots.map(({ id }) => id) : []),
  });
  const { errors, isSubmitted } = form.formState;
  const invite = useInvitePerson();
  const change = useChangePerson();
  const { error, isPending, reset } = person === undefined ? invite : change;
  const save = (values: PersonValues) => {
    const body = { ...values, bots: values.allBots ? [] : values.bots };
    if (person === undefined) invite.mutate(body, { onSuccess: (invitation) => onInvited?.(invitation) });
    else change.mutate({ id: person.id, body }, { onSuccess: () => onChanged?.() });
  };
  const label = person === undefined ? t('people.invite') : t('changeNamed', { name: person.name });
  return (
    <RecordForm
      label={label}
      heading={person === undefined ? label : undefined}
      width={720}
      gap={3}
      submitLabel={t(person === undefined ? 'people.submit' : 'form.save')}
      busy={isPending}
      onSubmit={() => void form.handleSubmit(save)()}
      onCancel={onCancel}
    >
      <TextField
        {...form.register('name')}
        label={t('form.name')}
        size="small"
        autoFocus
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? t('people.nameHint')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: KEY_LIMITS.name, autoComplete: 'off' } }}
      />
      <AccessFields
        value={form.watch()}
        botsError={errors.bots?.message}
        onChange={(part) => {
          for (const [name, value] of Object.entries(part))
            form.setValue(name as keyof PersonValues, value, { shouldValidate: isSubmitted });
        }}
      />
      <FaultNotice error={error} onDismiss={reset} />
    </RecordForm>
  );
}
