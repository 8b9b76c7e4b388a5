import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId, useRef, useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { namesGiven, pageOrigin, pageUpstream } from '#src/api/transport/connection.ts';
import { useLoadTranslations } from '#src/i18n/use-load-translations.ts';
import type { Attempt, ConnectValues, ValidationErrorKey, ValidationErrors } from './try-connection.ts';

type TextFieldName = Exclude<keyof ConnectValues, 'remember'>;

type ConnectFieldProps = {
  name: TextFieldName;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  type?: 'text' | 'url' | 'password';
  placeholder?: string;
  /** Text by a person, in its own direction; all other values run left to right. */
  isFreeText?: boolean;
  disabled: boolean;
  /** Why the value is invalid. */
  errorKey: ValidationErrorKey | undefined;
  /** The gateway refused this part. */
  invalid: boolean;
};

/** A text field with help or error text. */
function ConnectField(props: ConnectFieldProps) {
  const { name, value, onChange, help, type = 'text', placeholder, isFreeText = false } = props;
  const { disabled, errorKey, invalid: wrong } = props;
  const { t } = useTranslation('connect');
  const id = useId();
  const text = errorKey === undefined ? help : t(errorKey);
  const invalid = errorKey !== undefined || wrong;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Typography component="label" htmlFor={id} variant="body2" sx={{ fontWeight: 600 }}>
        {t(name)}
      </Typography>
      <OutlinedInput
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        type={type === 'url' ? 'text' : type}
        placeholder={placeholder}
        autoComplete="off"
        readOnly={disabled}
        error={invalid}
        fullWidth
        inputProps={{
          dir: isFreeText ? 'auto' : 'ltr',
          spellCheck: isFreeText,
          autoCapitalize: 'none',
          inputMode: type === 'url' ? 'url' : undefined,
          'aria-invalid': invalid,
          'aria-describedby': text === undefined ? undefined : `${id}-text`,
        }}
      />
      {text === undefined ? null : (
        <FormHelperText id={`${id}-text`} error={errorKey !== undefined}>
          {text}
        </FormHelperText>
      )}
    </Box>
  );
}

// Validation and the probe are loaded at the first focus: a page that is only read does without them.
const loadTryConnection = () => import('./try-connection.ts');
const loadProbeNotice = () => import('./probe-notice.tsx');
const ProbeNotice = lazy(async () => ({ default: (await loadProbeNotice()).ProbeNotice }));

const FIELDS = ['baseUrl', 'key', 'bot', 'modelFamily', 'name'] as const satisfies readonly TextFieldName[];

/** Base URL, key, bot and model family; they are tried before they are saved. */
export function ConnectForm() {
  const { t } = useTranslation('connect');
  const loadTranslations = useLoadTranslations();
  const connections = useConnections();
  const current = connections.current();
  const form = useRef<HTMLFormElement>(null);
  const [busy, start] = useTransition();
  const [rejectedAttempt, setRejectedAttempt] = useState<Extract<Attempt, { kind: 'refused' }>>();
  const [problems, setProblems] = useState<ValidationErrors>({});
  const [values, setValues] = useState<ConnectValues>({
    baseUrl: current?.baseUrl ?? '',
    key: '',
    bot: current?.bot ?? '',
    modelFamily: current?.modelFamily ?? 'Model',
    name: current?.name ?? '',
    remember: current?.remember ?? false,
  });

  const upstream = pageUpstream();
  const change = (part: Partial<ConnectValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(part, name))),
    );
  };
  const focus = (name: TextFieldName) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const preload = () => Promise.all([loadTryConnection(), loadProbeNotice(), loadTranslations('faults')]);
  const saveConnection = (validValues: ConnectValues) => {
    // A connection to the same bot at the same address replaces the old one.
    const existing = connections
      .all()
      .find((connection) => connection.baseUrl === validValues.baseUrl && connection.bot === validValues.bot);
    if (existing !== undefined) connections.remove(existing.id);
    connections.save({ ...(existing && namesGiven(existing)), ...validValues, madeByCode: false });
  };
  // If a chunk cannot be loaded, the transition throws and the error page shows.
  const submit = (entered: ConnectValues) =>
    start(async () => {
      setRejectedAttempt(undefined);
      const [{ tryConnection }] = await preload();
      const attempt = await tryConnection(entered);
      if (attempt.kind === 'works') return saveConnection(attempt.values);
      if (attempt.kind === 'refused') {
        setRejectedAttempt(attempt);
        return focus(attempt.refusal.part);
      }
      setProblems(attempt.problems);
      const first = FIELDS.find((name) => attempt.problems[name] !== undefined);
      return first === undefined ? undefined : focus(first);
    });

  const field = (name: TextFieldName) => ({
    name,
    value: values[name],
    errorKey: problems[name],
    invalid: rejectedAttempt?.refusal.part === name,
    disabled: busy,
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onFocus={() => void preload().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit(values);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      <ConnectField
        {...field('baseUrl')}
        type="url"
        placeholder={pageOrigin()}
        help={upstream === undefined ? t('baseUrlHelp') : t('baseUrlHelpUpstream', { gateway: upstream })}
      />
      <ConnectField {...field('key')} type="password" />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <ConnectField {...field('bot')} help={t('botHelp')} />
        <ConnectField {...field('modelFamily')} help={t('modelFamilyHelp')} />
      </Box>
      <ConnectField {...field('name')} help={t('nameHelp')} isFreeText />
      <div>
        <FormControlLabel
          control={
            <Checkbox
              checked={values.remember}
              onChange={(_, remember) => setValues((before) => ({ ...before, remember }))}
            />
          }
          label={t('remember')}
        />
        <FormHelperText sx={{ paddingInlineStart: 4 }}>{t('rememberHelp')}</FormHelperText>
      </div>
      {rejectedAttempt === undefined ? null : (
        <Suspense>
          <ProbeNotice
            failure={rejectedAttempt.refusal}
            baseUrl={rejectedAttempt.values.baseUrl || pageOrigin()}
            onFamily={(modelFamily) => {
              change({ modelFamily });
              submit({ ...values, modelFamily });
            }}
            onSaveAnyway={() => saveConnection(rejectedAttempt.values)}
            onDismiss={() => setRejectedAttempt(undefined)}
          />
        </Suspense>
      )}
      <Button
        type="submit"
        variant="contained"
        // A disabled button loses the focus. `BusyButton` would add its progress to the first load.
        {...(busy ? { 'aria-disabled': true } : {})}
        sx={{ justifySelf: 'start', minWidth: 128, ...(busy ? { cursor: 'default', opacity: 0.7 } : {}) }}
      >
        {busy ? t('checking') : t('submit')}
      </Button>
    </Box>
  );
}
