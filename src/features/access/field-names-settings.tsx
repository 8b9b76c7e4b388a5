import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { answer } from '#contract/operations/answers.ts';
import { chat } from '#contract/operations/chat.ts';
import { type FieldNames, UNNAMED_FIELDS, type UnnamedField } from '#contract/unnamed-fields.ts';
import { useCapabilities, useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { SettingsSection } from '#src/ui/settings-section.tsx';

const MAX_LENGTH = 100;
const VALID_NAME = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;

type Problem = 'invalid' | 'taken';

/** Why a field cannot have this name; another field of the same request may have it. */
function problemOf(field: UnnamedField, names: FieldNames): Problem | undefined {
  const name = names[field];
  if (name === undefined) return undefined;
  if (!VALID_NAME.test(name)) return 'invalid';
  const { body, unnamedFields } = [answer, chat].find((operation) =>
    operation.unnamedFields.some((unnamed) => unnamed === field),
  ) ?? { body: answer.body, unnamedFields: [] };
  const others = unnamedFields.filter((other) => other !== field).map((other) => names[other]);
  const documented = Object.keys(body.schema.shape).filter((other) =>
    unnamedFields.every((unnamed) => unnamed !== other),
  );
  return [...documented, ...others].includes(name) ? 'taken' : undefined;
}

type NameFieldProps = {
  name: UnnamedField;
  label: string;
  help: string;
  error: boolean;
  value: string;
  onChange: (value: string) => void;
};

function NameField({ name, label, help, error, value, onChange }: NameFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <OutlinedInput
        id={id}
        name={name}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{
          dir: 'ltr',
          maxLength: MAX_LENGTH,
          autoCapitalize: 'none',
          spellCheck: false,
          'aria-invalid': error,
          'aria-describedby': `${id}-help`,
        }}
      />
      <FormHelperText id={`${id}-help`} error={error}>
        {help}
      </FormHelperText>
    </Box>
  );
}

/** Names of the unnamed body fields, for a gateway without capabilities. */
export function FieldNamesSettings() {
  const { t } = useTranslation(['settings', 'common']);
  const connection = useConnection();
  const connections = useConnections();
  const notAnnounced = useCapabilities() === null;
  const { hash } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Partial<Record<UnnamedField, string>>>(connection.fieldNames ?? {});
  useEffect(() => {
    const field = notAnnounced ? form.current?.elements.namedItem(hash.slice(1)) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [notAnnounced, hash]);
  if (!notAnnounced) return null;
  const names: FieldNames = Object.fromEntries(
    UNNAMED_FIELDS.flatMap((field) => {
      const name = typed[field]?.trim() ?? '';
      return name === '' ? [] : [[field, name]];
    }),
  );
  const isValid = UNNAMED_FIELDS.every((field) => problemOf(field, names) === undefined);
  const isChanged = UNNAMED_FIELDS.some((field) => names[field] !== connection.fieldNames?.[field]);
  return (
    <SettingsSection title={t('fields.title')} text={t('fields.text')}>
      <Box
        component="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) connections.update(connection.id, { fieldNames: names });
        }}
        sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 480 }}
      >
        {UNNAMED_FIELDS.map((field) => {
          const problem = problemOf(field, names);
          return (
            <NameField
              key={field}
              label={t(`fields.names.${field}`)}
              help={problem === undefined ? t('fields.usual', { name: field }) : t(`fields.${problem}`)}
              error={problem !== undefined}
              value={typed[field] ?? ''}
              name={field}
              onChange={(value) => setTyped({ ...typed, [field]: value })}
            />
          );
        })}
        <Button
          type="submit"
          variant="outlined"
          disabled={!isValid || !isChanged}
          sx={{ justifySelf: 'start' }}
        >
          {t('common:save')}
        </Button>
      </Box>
    </SettingsSection>
  );
}
