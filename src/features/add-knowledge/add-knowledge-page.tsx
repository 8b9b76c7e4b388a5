import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { FormProvider, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload } from 'react-router';
import * as z from 'zod/mini';
import { titleKey } from '#common/title-key.ts';
import { describeIssue, type MessageLanguage } from '#contract/describe-issue.ts';
import { descriptionSchema, titleSchema } from '#contract/knowledge.ts';
import { knowledgeSummary, registerUnit } from '#contract/operations/units.ts';
import type { KnownMatch } from '#src/api/client/known.ts';
import { useCapabilities, useCatalogueUnits } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';
import { type PathFile, takeDroppedFiles } from '#src/ui/file-drop/dropped-files.ts';
import { WindowDrop } from '#src/ui/file-drop/window-drop.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageFrame, pagePadding } from '#src/ui/page-frame.tsx';
import { usePaging } from '#src/ui/pagination.tsx';
import { DiskFullNotice } from '#src/ui/unit/disk-full-notice.tsx';
import { DropZone } from './drop-zone.tsx';
import type { RegistrationOptions } from './intake/create-intake.ts';
import { suggestTitle, titlesFromDocuments } from './intake/document-titles.ts';
import {
  EMPTY_TEXTS,
  type FormValues,
  type Grouping,
  type Item,
  type RegisteredUnit,
} from './intake/intake-types.ts';
import { uniqueTitle } from './intake/suggest-title.ts';
import { useIntake, useIntakeState } from './intake/use-intake.ts';
import { RegisterBar } from './register-bar.tsx';
import { countRows, isProblem, isRepeatable } from './rows/count-rows.ts';
import { ItemList } from './rows/item-list.tsx';
import { onlyTarget } from './rows/known-actions.tsx';
import { RegisteredList } from './rows/registered-list.tsx';
import type { RowActions } from './rows/row-actions.ts';
import { canRegister } from './rows/row-status.tsx';
import { type DryReadingOf, useDryReadings } from './rows/use-dry-readings.ts';
import { type UnitDraftRow, useRows } from './rows/use-rows.ts';
import { useUnitProgress } from './rows/use-unit-progress.ts';
import { parseUrlLines, UrlListInput } from './url-list-input.tsx';

const DISK_POLL_MS = 30_000;
const ROWS_PER_PAGE = [25, 100] as const;

const textsSchema = z.object({ title: titleSchema, description: descriptionSchema });
const looseTextsSchema = z.object({ title: z.string(), description: z.string() });

/** The form's schema from the contract; item titles count only where each item becomes a unit. */
function formSchema(grouping: Grouping) {
  const [items, all] =
    grouping === 'each' ? [textsSchema, looseTextsSchema] : [looseTextsSchema, textsSchema];
  return z.object({
    items: z.record(z.string(), items),
    all: z.object({ file: all, url: all }),
    addresses: z.string(),
  });
}

function formResolver(grouping: Grouping, language: MessageLanguage): Resolver<FormValues> {
  return zodResolver<FormValues, unknown, FormValues>(formSchema(grouping), {
    error: (issue) => describeIssue(issue as never, undefined, language),
  });
}

/** An id that was found or entered later is in the catalogue, with the title that the unit of this id has. */
function withKnownId(unit: RegisteredUnit, catalogue: readonly CatalogueUnit[]): RegisteredUnit {
  if (unit.id !== undefined) return unit;
  const { id, title = unit.title } = catalogue.find(({ key }) => key === unit.key) ?? {};
  return { ...unit, id, title };
}

/** First titles for new items, none of them twice in the list; by item key. */
function suggestTexts(added: readonly Item[], present: FormValues['items']): FormValues['items'] {
  const taken = new Set(Object.values(present).map(({ title }) => titleKey(title)));
  const texts = added.map((item) => {
    const title = uniqueTitle(suggestTitle(item), taken);
    taken.add(titleKey(title));
    return [item.key, { title, description: '' }] as const;
  });
  return Object.fromEntries(texts);
}

/** Adds knowledge: a drop zone, and below it a list of the items as a form. */
function AddKnowledge() {
  const { t } = useTranslation('add');
  const { language } = useLocale();
  const intake = useIntake();
  const state = useIntakeState(intake);
  const capabilities = useCapabilities();
  const refreshLists = useInvalidate('units', knowledgeSummary.id);
  const { data: isDiskFull } = useRead(knowledgeSummary, undefined, {
    refetchInterval: DISK_POLL_MS,
    select: (summary) => summary?.diskFull ?? false,
  });
  const [clearing, setClearing] = useState(false);
  const [nothingAdded, setNothingAdded] = useState(false);

  const resolver = useMemo(() => formResolver(state.grouping, language), [state.grouping, language]);
  const form = useForm<FormValues>({ resolver, mode: 'onChange', defaultValues: intake.texts() });
  const { getValues, setValue, trigger } = form;
  const values = useWatch({ control: form.control }) as FormValues;
  const { errors } = form.formState;
  useEffect(() => intake.saveTexts(values), [intake, values]);
  useEffect(() => {
    if (intake.get().items.length > 0) void trigger();
    // A new resolver validates the present values again, in its own words.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [intake, trigger, resolver]);

  const readingOf = useDryReadings(state.items, capabilities);
  const { rows, maxSources, takenKeys, takenTitles } = useRows(
    state,
    values,
    errors,
    capabilities,
    readingOf,
  );
  const catalogue = useCatalogueUnits(state.registered.some(({ id }) => id === undefined));
  const registered = useMemo(
    () => state.registered.map((unit) => withKnownId(unit, catalogue)),
    [state.registered, catalogue],
  );
  const progress = useUnitProgress(registered);
  const counts = state.items.length === 0 ? undefined : countRows(rows, state.items);
  const paging = usePaging(ROWS_PER_PAGE);
  const bar = useRef<HTMLDivElement>(null);
  const registeredHeading = useRef<HTMLHeadingElement>(null);
  const focusesRegistered = useRef(false);
  // What was rejected is tried again by its own button, or when nothing else is left to add.
  const next = rows.filter((row) => (counts?.ready === 0 ? isRepeatable(row) : row.status === 'ready'));

  useBeforeUnload((event) => {
    if (counts !== undefined && counts.uploading + counts.registering > 0) event.preventDefault();
  });

  const assignTitles = (added: readonly Item[]) => {
    // What was added or removed before has left its texts in the form.
    const listed = new Set(intake.get().items.map(({ key }) => key));
    const present = Object.entries(getValues('items')).filter(([key]) => listed.has(key));
    const texts = suggestTexts(added, Object.fromEntries(present));
    // One change of the form: each change renders the page.
    setValue('items', { ...getValues('items'), ...texts });
    for (const kind of ['file', 'url'] as const) {
      const first = added.find((item) => item.kind === kind);
      if (first === undefined) continue;
      const isFirst = first.key === intake.get().items.find((item) => item.kind === kind)?.key;
      if (isFirst) setValue(`all.${kind}`, EMPTY_TEXTS);
      if (getValues(`all.${kind}.title`) === '') setValue(`all.${kind}.title`, texts[first.key]?.title ?? '');
    }
  };
  const takeTitles = useEffectEvent((readings: DryReadingOf) => {
    const present = getValues('items');
    const { titles, seen } = titlesFromDocuments(intake.get(), present, readings);
    // A title under the cursor is not replaced.
    const focused = document.activeElement?.getAttribute('name');
    const changed = Object.entries(titles).filter(([key]) => focused !== `items.${key}.title`);
    if (changed.length > 0) {
      const texts = changed.map(
        ([key, title]) => [key, { description: '', ...present[key], title }] as const,
      );
      setValue('items', { ...present, ...Object.fromEntries(texts) });
    }
    if (seen.length > 0) intake.mark(seen, 'hasOwnTitle');
  });
  useEffect(() => takeTitles(readingOf), [readingOf]);
  const addFiles = (files: readonly PathFile[]) => {
    const added = intake.addFiles(files, capabilities);
    setNothingAdded(added.length === 0);
    assignTitles(added);
  };
  const onArrival = useEffectEvent(() => {
    const files = takeDroppedFiles();
    if (files !== undefined) addFiles(files);
  });
  useEffect(() => {
    // A page that unmounts right away, as in strict mode, must not take them.
    const timer = setTimeout(onArrival);
    return () => clearTimeout(timer);
  }, []);
  const addUrls = (urls: readonly string[]) => assignTitles(intake.addUrls(urls));
  const urlLines = state.items.flatMap((item) => (item.kind === 'url' ? [item.url] : [])).join('\n');
  const existingUrls = useMemo(() => urlLines.split('\n'), [urlLines]);
  const addText = (text: string) => {
    const lines = parseUrlLines(text, existingUrls);
    addUrls(lines.flatMap((line) => line.url ?? []));
    const wrong = lines.filter((line) => line.problem !== undefined).map((line) => line.text);
    if (wrong.length > 0)
      setValue('addresses', [getValues('addresses'), ...wrong].filter(Boolean).join('\n'));
  };

  const register = async (keys: ReadonlySet<string>, attempt?: RegistrationOptions) => {
    await trigger();
    await intake.register(
      rows
        .filter(({ group, status }) => keys.has(group.key) && canRegister(status))
        .map(({ group }) => group),
      attempt,
    );
    await refreshLists();
  };
  /** The button may be gone or disabled; a person who went elsewhere meanwhile stays there. */
  const focusRegistered = () => {
    if (!focusesRegistered.current || registeredHeading.current === null) return;
    focusesRegistered.current = false;
    const { activeElement } = document;
    if (activeElement === document.body || bar.current?.contains(activeElement) === true)
      registeredHeading.current.focus();
  };
  const registerAll = async (asDraft: boolean) => {
    await register(new Set(next.map(({ group }) => group.key)), { startsBatch: true, asDraft });
    focusesRegistered.current = true;
    focusRegistered();
  };
  // The heading of a first batch comes with a later render.
  useEffect(focusRegistered);
  const showProblem = () => {
    const index = rows.findIndex(({ status }) => isProblem(status));
    paging.onPageChange(Math.max(0, Math.floor(index / paging.pageSize)));
  };
  const suggestOtherTitle = (key: string) => {
    const row = rows.find(({ group }) => group.key === key);
    if (row === undefined) return;
    const field =
      key === `all-${row.group.kind}`
        ? (`all.${row.group.kind}.title` as const)
        : (`items.${key}.title` as const);
    intake.clearRegistrationError(key);
    setValue(field, uniqueTitle(row.group.title, takenKeys), { shouldValidate: true });
    form.setFocus(field, { shouldSelect: true });
  };
  const replaceIn = async (
    replacements: readonly { row: UnitDraftRow | undefined; match: KnownMatch; sourceId: number }[],
  ) => {
    const chosen = replacements.flatMap(({ row, match: { unit, by }, sourceId }) =>
      row === undefined ? [] : [{ group: row.group, replaced: { unit, sourceId, isSame: by === 'address' } }],
    );
    await intake.replaceIn(chosen, { startsBatch: true });
    await refreshLists();
    focusesRegistered.current = true;
    focusRegistered();
  };
  const replaceOne = (key: string, match: KnownMatch, sourceId: number) =>
    replaceIn([{ row: rows.find(({ group }) => group.key === key), match, sourceId }]);
  const replaceAll = (matched: readonly UnitDraftRow[]) =>
    replaceIn(
      matched.flatMap((row) => {
        const sourceId = row.match && onlyTarget(row.match);
        return row.match && sourceId !== undefined ? [{ row, match: row.match, sourceId }] : [];
      }),
    );
  const keepBoth = (key: string, { by }: KnownMatch) => {
    intake.mark([key], 'keeps');
    const title = rows.find(({ group }) => group.key === key)?.group.title ?? '';
    if (by === 'title' || takenTitles.has(titleKey(title))) suggestOtherTitle(key);
  };
  // Rows get the same functions always, so that they do not render at each keystroke; the newest state is read here.
  const current = {
    suggestOtherTitle,
    replaceOne,
    keepBoth,
    register,
    capabilities,
    addFiles,
    addText,
    addUrls,
  };
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  const actions = useMemo(
    (): RowActions => ({
      cancel: intake.cancel,
      retry: intake.retry,
      remove: (key) => {
        intake.remove(key);
        form.unregister(`items.${key}`);
      },
      replace: (key, file) => intake.replaceFile(key, file, latest.current.capabilities),
      suggestTitle: (key) => latest.current.suggestOtherTitle(key),
      replaceIn: (...replacement) => void latest.current.replaceOne(...replacement),
      keepBoth: (key, match) => latest.current.keepBoth(key, match),
      insist: (key) => intake.mark([key], 'insists'),
      register: (key, repeats) => void latest.current.register(new Set([key]), { repeats }),
      stopRepeat: intake.stopRepeat,
      onTextChange: intake.clearRegistrationError,
    }),
    [intake, form],
  );

  // Drop zone and address field render when their own values change: measuring the field costs a layout.
  const input = useMemo(
    () => ({
      onFiles: (files: readonly PathFile[]) => latest.current.addFiles(files),
      onText: (text: string) => latest.current.addText(text),
      onAdd: (urls: readonly string[]) => latest.current.addUrls(urls),
      onChange: (text: string) => setValue('addresses', text),
    }),
    [setValue],
  );

  return (
    <FormProvider {...form}>
      <PageFrame title={t('title')} back={{ to: paths.knowledge(), label: t('back') }}>
        {isDiskFull === true ? (
          <Box sx={{ marginBlockEnd: 2 }}>
            <DiskFullNotice />
          </Box>
        ) : null}
        <WindowDrop onFiles={addFiles} />
        <DropZone capabilities={capabilities} onFiles={input.onFiles} onText={input.onText} />
        <UrlListInput
          value={values.addresses}
          existing={existingUrls}
          onChange={input.onChange}
          onAdd={input.onAdd}
        />
        {nothingAdded ? (
          <Box sx={{ marginBlockStart: 2 }}>
            <Notice severity="info" title={t('drop.nothing')} onDismiss={() => setNothingAdded(false)} />
          </Box>
        ) : null}
        <ItemList
          state={state}
          rows={rows}
          maxSources={maxSources}
          actions={actions}
          paging={paging}
          onGrouping={intake.setGrouping}
          readingOf={readingOf}
          onReplaceAll={(matched) => void replaceAll(matched)}
        />
      </PageFrame>
      <RegisterBar
        counts={counts}
        progress={progress}
        barRef={bar}
        onRegister={(asDraft) => void registerAll(asDraft)}
        onShowProblem={rows.length > paging.pageSize ? showProblem : undefined}
        onClear={() => setClearing(true)}
      />
      {/* After the bar for the keyboard: its buttons come before the links of all rows. */}
      <Box sx={{ paddingInline: pagePadding, paddingBlockEnd: { xs: 3, md: 4 } }}>
        <RegisteredList
          units={registered}
          progress={progress}
          headingRef={registeredHeading}
          onHide={intake.clearRegistered}
        />
      </Box>
      <ConfirmDialog
        open={clearing}
        title={t('clear.title')}
        confirmLabel={t('clear.confirm')}
        onClose={() => setClearing(false)}
        onConfirm={() => {
          intake.clear();
          form.reset({ ...intake.texts(), items: {}, all: { file: EMPTY_TEXTS, url: EMPTY_TEXTS } });
          setClearing(false);
        }}
      >
        {t('clear.message')}
      </ConfirmDialog>
    </FormProvider>
  );
}

export function AddKnowledgePage() {
  const { t } = useTranslation('add');
  return (
    <RoleGate operation={registerUnit} title={t('title')}>
      <AddKnowledge />
    </RoleGate>
  );
}
