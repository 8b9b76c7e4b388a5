import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useRef, useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOrigin } from '#src/api/connection.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import { useMoreWords } from '#src/i18n/use-more-words.ts';
import type { TextName } from './connect-field.tsx';
import { ConnectField } from './connect-field.tsx';
import type { ConnectValues } from './connect-schema.ts';
import type { Attempt, Problems } from './try-connection.ts';

// What checks, asks and explains is fetched when the form is first touched: a page that is only read does without it.
const loadTrial = () => import('./try-connection.ts');
const loadNotice = () => import('./probe-notice.tsx');
const ProbeNotice = lazy(async () => ({ default: (await loadNotice()).ProbeNotice }));

const FIELDS = ['baseUrl', 'key', 'bot', 'modelFamily', 'name'] as const satisfies readonly TextName[];

/** Base URL, key, bot and model family; they are tried before they are kept. */
export function ConnectForm({ onConnected }: { onConnected: () => void }) {
  const { t } = useTranslation('connect');
  const loadMoreWords = useMoreWords();
  const connections = useConnections();
  const current = connections.current();
  const form = useRef<HTMLFormElement>(null);
  const [busy, start] = useTransition();
  const [refused, setRefused] = useState<Extract<Attempt, { kind: 'refused' }>>();
  const [problems, setProblems] = useState<Problems>({});
  const [values, setValues] = useState<ConnectValues>({
    baseUrl: current?.baseUrl ?? '',
    key: '',
    bot: current?.bot ?? '',
    modelFamily: current?.modelFamily ?? 'Model',
    name: current?.name ?? '',
    remember: current?.remember ?? false,
  });

  const change = (part: Partial<ConnectValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(part, name))),
    );
  };
  const focus = (name: TextName) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const prepare = () => Promise.all([loadTrial(), loadNotice(), loadMoreWords('faults')]);
  const keep = (good: ConnectValues) => {
    // The same bot at the same address, once more: it takes the place of the old entry.
    const same = connections.all().find((one) => one.baseUrl === good.baseUrl && one.bot === good.bot);
    if (same !== undefined) connections.forget(same.id);
    const { statusNames } = same ?? {};
    connections.save({ ...good, madeByCode: false, ...(statusNames === undefined ? {} : { statusNames }) });
    onConnected();
  };
  // A chunk that cannot be fetched breaks the transition, and the page says so.
  const submit = (entered: ConnectValues) =>
    start(async () => {
      setRefused(undefined);
      const [{ tryConnection }] = await prepare();
      const attempt = await tryConnection(entered);
      if (attempt.kind === 'works') return keep(attempt.values);
      if (attempt.kind === 'refused') {
        setRefused(attempt);
        return focus(attempt.refusal.part);
      }
      setProblems(attempt.problems);
      const first = FIELDS.find((name) => attempt.problems[name] !== undefined);
      return first === undefined ? undefined : focus(first);
    });

  const field = (name: TextName) => ({
    name,
    value: values[name],
    problem: problems[name],
    wrong: refused?.refusal.part === name,
    disabled: busy,
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onFocus={() => void prepare().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(values);
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {connections.all().length === 0 ? null : (
        <Typography variant="h3" component="h2">
          {t('another')}
        </Typography>
      )}
      <ConnectField {...field('baseUrl')} type="url" placeholder={pageOrigin()} help={t('baseUrlHelp')} />
      <ConnectField {...field('key')} type="password" />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <ConnectField {...field('bot')} help={t('botHelp')} />
        <ConnectField {...field('modelFamily')} help={t('modelFamilyHelp')} />
      </Box>
      <ConnectField {...field('name')} help={t('nameHelp')} words />
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
      {refused === undefined ? null : (
        <Suspense>
          <ProbeNotice
            refusal={refused.refusal}
            baseUrl={refused.values.baseUrl || pageOrigin()}
            onFamily={(modelFamily) => {
              change({ modelFamily });
              submit({ ...values, modelFamily });
            }}
            onAnyway={() => keep(refused.values)}
            onDismiss={() => setRefused(undefined)}
          />
        </Suspense>
      )}
      <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start', minWidth: 128 }}>
        {busy ? t('checking') : t('submit')}
      </Button>
    </Box>
  );
}
