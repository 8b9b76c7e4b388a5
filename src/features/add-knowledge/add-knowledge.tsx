import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload } from 'react-router';
import { useCapabilities, useConnection } from '#src/api/gateway-context.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { AddressBox } from './address-box.tsx';
import { readableTypes } from './check-file.ts';
import { ClearDialog } from './clear-dialog.tsx';
import type { PathFile } from './drop-zone.tsx';
import { DropZone } from './drop-zone.tsx';
import { formResolver } from './form-schema.ts';
import type { FormValues, Item } from './intake-types.ts';
import { ItemList } from './item-list.tsx';
import type { RowActions } from './item-row.tsx';
import { readAddresses } from './read-addresses.ts';
import { RegisterBar } from './register-bar.tsx';
import { RegisteredList } from './registered-list.tsx';
import { mayRegister } from './standing.ts';
import { titleFromFile, titleFromUrl } from './title-from.ts';
import { titleKey } from '#src/api/title-key.ts';
import { freeTitle } from './free-title.ts';
import { useIntake, useIntakeState } from './use-intake.ts';
import { useRows } from './use-rows.ts';

const noWords = { title: '', description: '' };

/** One drop zone for anything, and below it the list that becomes the form. */
export function AddKnowledge() {
  const { t } = useTranslation('add');
  const { language } = useLocale();
  const intake = useIntake();
  const state = useIntakeState(intake);
  const capabilities = useCapabilities();
  const queryClient = useQueryClient();
  const { id: connectionId } = useConnection();
  const [clearing, setClearing] = useState(false);
  const [nothing, setNothing] = useState(false);

  const resolver = useMemo(() => formResolver(state.grouping, language), [state.grouping, language]);
  const form = useForm<FormValues>({ resolver, mode: 'onChange', defaultValues: intake.texts() });
  const { getValues, setValue, trigger } = form;
  const values = useWatch({ control: form.control }) as FormValues;
  const { errors } = form.formState;
  useEffect(() => intake.saveTexts(values), [intake, values]);
  useEffect(() => {
    if (intake.get().items.length > 0) void trigger();
    // A new resolver words and judges anew what is there.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [intake, trigger, resolver]);

  const { rows, maxSources, takenKeys } = useRows(state, values, errors, capabilities);
  const uploading = state.items.filter(
    (item) => item.kind === 'file' && item.upload.step === 'uploading',
  ).length;
  const busy = Object.values(state.registrations).some(({ step }) => step === 'registering');
  const ready = rows.filter(({ standing }) => mayRegister(standing));
  const accepted = useMemo(() => (capabilities ? readableTypes(capabilities) : []), [capabilities]);

  useBeforeUnload((event) => {
    if (uploading > 0 || busy) event.preventDefault();
  });

  const name = (added: readonly Item[]) => {
    const taken = new Set(Object.values(getValues('items')).map(({ title }) => titleKey(title)));
    for (const item of added) {
      const from = item.kind === 'file' ? titleFromFile(item.name) : titleFromUrl(item.url);
      const title = freeTitle(from, taken);
      taken.add(titleKey(title));
      setValue(`items.${item.key}`, { title, description: '' });
      const first = intake.get().items.find(({ kind }) => kind === item.kind);
      if (first?.key === item.key) setValue(`all.${item.kind}`, noWords);
      if (getValues(`all.${item.kind}.title`) === '') setValue(`all.${item.kind}.title`, title);
    }
  };
  const addFiles = (files: readonly PathFile[]) => {
    const added = intake.addFiles(files, capabilities);
    setNothing(added.length === 0);
    name(added);
  };
  const addUrls = (urls: readonly string[]) => name(intake.addUrls(urls));
  const present = state.items.flatMap((item) => (item.kind === 'url' ? [item.url] : []));
  const addText = (text: string) => {
    const lines = readAddresses(text, present);
    addUrls(lines.flatMap((line) => line.url ?? []));
    const wrong = lines.filter((line) => line.problem !== undefined).map((line) => line.text);
    if (wrong.length > 0)
      setValue('addresses', [getValues('addresses'), ...wrong].filter(Boolean).join('\n'));
  };

  const register = async (keys: ReadonlySet<string>) => {
    await trigger();
    await intake.register(
      rows
        .filter(({ group, standing }) => keys.has(group.key) && mayRegister(standing))
        .map(({ group }) => group),
    );
    await queryClient.invalidateQueries({ queryKey: ['units', connectionId] });
    await queryClient.invalidateQueries({ queryKey: ['summary'] });
  };
  const retitle = (key: string) => {
    const row = rows.find(({ group }) => group.key === key);
    if (row === undefined) return;
    const field =
      key === `all-${row.group.kind}`
        ? (`all.${row.group.kind}.title` as const)
        : (`items.${key}.title` as const);
    intake.forgive(key);
    setValue(field, freeTitle(row.group.title, takenKeys), { shouldValidate: true });
    form.setFocus(field, { shouldSelect: true });
  };
  // Rows are kept from rendering again at each keystroke: they get the same functions, which find the newest here.
  const newest = useRef({ retitle, register, capabilities });
  useEffect(() => {
    newest.current = { retitle, register, capabilities };
  });
  const actions = useMemo(
    (): RowActions => ({
      cancel: intake.cancel,
      retry: intake.retry,
      remove: (key) => {
        intake.remove(key);
        form.unregister(`items.${key}`);
      },
      replace: (key, file) => intake.replaceFile(key, file, newest.current.capabilities),
      anotherTitle: (key) => newest.current.retitle(key),
      register: (key) => void newest.current.register(new Set([key])),
      typed: intake.forgive,
    }),
    [intake, form],
  );

  return (
    <FormProvider {...form}>
      <PageFrame title={t('title')} back={{ to: paths.knowledge(), label: t('back') }}>
        <DropZone capabilities={capabilities} onFiles={addFiles} onText={addText} />
        <AddressBox
          value={values.addresses}
          present={present}
          onChange={(text) => setValue('addresses', text)}
          onAdd={addUrls}
        />
        {nothing ? (
          <Box sx={{ marginBlockStart: 2 }}>
            <Notice severity="info" title={t('drop.nothing')} onDismiss={() => setNothing(false)} />
          </Box>
        ) : null}
        <ItemList
          state={state}
          rows={rows}
          maxSources={maxSources}
          accepted={accepted}
          actions={actions}
          onGrouping={intake.setGrouping}
        />
        <RegisteredList units={state.registered} onHide={intake.forgetRegistered} />
      </PageFrame>
      {state.items.length === 0 ? null : (
        <RegisterBar
          ready={ready.length}
          rest={rows.length - ready.length}
          uploading={uploading}
          busy={busy}
          onRegister={() => void register(new Set(ready.map(({ group }) => group.key)))}
          onClear={() => setClearing(true)}
        />
      )}
      <ClearDialog
        open={clearing}
        onClose={() => setClearing(false)}
        onClear={() => {
          intake.clear();
          form.reset({ ...intake.texts(), items: {}, all: { file: noWords, url: noWords } });
          setClearing(false);
        }}
      />
    </FormProvider>
  );
}
