import ListChecks from 'virtual:lucide/list-checks';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftTests, listTests } from '#contract/operations/tests.ts';
import {
  TEST_OUTCOMES,
  type Test,
  type TestCounts,
  type TestOverview,
  type TestResult,
  type TestSet,
} from '#contract/tests.ts';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { FocusedOutcome, type Outcome } from '#src/ui/query/outcome-notice.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { TestFailures } from '#src/ui/test/test-failures.tsx';
import { AskAllDialog } from './ask-all-dialog.tsx';
import { EvaluationChanges } from './evaluation-changes.tsx';
import { EvaluationStatus } from './evaluation-status.tsx';
import { TestDetails } from './test-details.tsx';
import { TestForm } from './test-form.tsx';
import { TestSets } from './test-sets.tsx';
import { type TestAction, TestTable } from './test-table.tsx';
import { TransferMenu } from './transfer-menu.tsx';
import {
  type TestFilters,
  useAcceptAnswer,
  useDeleteTest,
  useEvaluate,
  useTestDraft,
  useTestFilters,
  useTestList,
} from './use-tests.ts';

const NO_FILTERS = { search: '', outcome: undefined, set: undefined } as const;
const ALL = 'all';
const NO_SET = 'none';

type ToolbarProps = {
  filters: TestFilters;
  counts: TestCounts;
  sets: readonly TestSet[];
  onChange: (patch: Partial<TestFilters>) => void;
};

/** Which tests are shown, and in which order. */
function TestToolbar({ filters, counts, sets, onChange }: ToolbarProps) {
  const { t } = useTranslation(['tests', 'judging']);
  const formats = useFormats();
  const setName = (value: string) =>
    value === NO_SET ? t('filter.noSet') : (sets.find(({ id }) => String(id) === value)?.name ?? value);
  const shown = TEST_OUTCOMES.filter((outcome) => counts[outcome] > 0 || outcome === filters.outcome);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <ChipSelect
        label={t('filter.outcome')}
        value={filters.outcome ?? ALL}
        options={[
          { value: ALL, name: `${t('filter.all')} ${formats.number(counts.total)}` },
          ...shown.map((outcome) => ({
            value: outcome,
            name: `${t(`judging:outcome.${outcome}`)} ${formats.number(counts[outcome])}`,
          })),
        ]}
        onChange={(value) => onChange({ outcome: TEST_OUTCOMES.find((outcome) => outcome === value) })}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) repeat(2, minmax(0, 1fr))' },
          alignItems: 'end',
        }}
      >
        <SearchField value={filters.search} label={t('search')} onChange={(search) => onChange({ search })} />
        <FilterSelect
          label={t('filter.set')}
          anyLabel={t('filter.anySet')}
          value={filters.set}
          options={[...sets.map(({ id }) => String(id)), NO_SET]}
          labelOf={setName}
          onChange={(set) => onChange({ set })}
        />
        <FilterSelect
          label={t('filter.order')}
          anyLabel={t('filter.newest')}
          value={filters.order === 'changed' ? 'changed' : undefined}
          options={['changed']}
          labelOf={() => t('filter.changed')}
          onChange={(order) => onChange({ order: order ?? 'newest' })}
        />
      </Box>
    </Box>
  );
}

/** What is done to tests, with its outcome. */
function useTestActions() {
  const { t } = useTranslation(['tests', 'judging']);
  const accept = useAcceptAnswer();
  const deletion = useDeleteTest();
  const evaluation = useEvaluate();
  const [outcome, setOutcome] = useState<Outcome>();
  const [deleting, setDeleting] = useState<Test>();
  const report = (title: string, result?: TestResult) =>
    setOutcome({
      title,
      severity: result === undefined || result.outcome === 'passes' ? 'success' : 'error',
      text:
        result === undefined || result.outcome === 'passes' ? undefined : <TestFailures result={result} />,
    });
  const onError = (error: unknown) => setOutcome({ error });
  return {
    outcome,
    setOutcome,
    deleting,
    setDeleting,
    deletion,
    evaluation,
    saved: (result: TestResult) =>
      report(t('done.saved', { outcome: t(`judging:outcome.${result.outcome}`) }), result),
    done: (title: string) => report(title),
    evaluate: () => evaluation.mutate(undefined, { onSuccess: () => report(t('done.asking')), onError }),
    accept: (test: Test) =>
      accept.mutate(
        { id: test.id },
        {
          onSuccess: (result) =>
            report(
              result.outcome === 'passes'
                ? t('done.accepted')
                : t('notAccepted', { outcome: t(`judging:outcome.${result.outcome}`) }),
              result,
            ),
          onError,
        },
      ),
    confirmDeletion: () =>
      deleting &&
      deletion.mutate(deleting.id, {
        onSuccess() {
          setDeleting(undefined);
          report(t('done.deleted'));
        },
      }),
  };
}

type TestListProps = {
  list: ReturnType<typeof useTestList>;
  overview: TestOverview;
  filters: TestFilters;
  actions: TestActions;
  onClear: () => void;
};

/** The tests of the list, one of them open below its row, or why there are none. */
function TestList({ list, overview, filters, actions, onClear }: TestListProps) {
  const { t } = useTranslation('tests');
  const [open, setOpen] = useState<{ id: number; form: boolean }>();
  const tests = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const close = () => setOpen(undefined);
  const onAction = (action: TestAction, test: Test) => {
    if (action === 'edit') setOpen({ id: test.id, form: true });
    else if (action === 'accept') actions.accept(test);
    else actions.setDeleting(test);
  };
  const saved = (result: TestResult) => {
    close();
    actions.saved(result);
  };
  if (tests.length === 0) return <NoTests filters={filters} onClear={onClear} />;
  return (
    <>
      <TestTable
        tests={tests}
        sets={overview.sets}
        openId={open?.id}
        renderOpen={(test) =>
          open?.form === true ? (
            <TestForm test={test} sets={overview.sets} onSaved={saved} onCancel={close} />
          ) : (
            <TestDetails test={test} />
          )
        }
        onToggle={({ id }) => setOpen(open?.id === id ? undefined : { id, form: false })}
        onAction={onAction}
      />
      <MoreButton label={t('more')} list={list} />
      <ConfirmMutation
        open={actions.deleting !== undefined}
        title={t('deletion.title')}
        confirmLabel={t('deletion.confirm')}
        mutation={actions.deletion}
        onConfirm={actions.confirmDeletion}
        onClose={() => actions.setDeleting(undefined)}
      >
        <BidiText>{actions.deleting?.question}</BidiText> {t('deletion.text')}
      </ConfirmMutation>
    </>
  );
}

function NoTests({ filters, onClear }: Pick<TestListProps, 'filters' | 'onClear'>) {
  const { t } = useTranslation('tests');
  const isForeign = useIsForeign();
  const isFiltered = filters.search !== '' || filters.outcome !== undefined || filters.set !== undefined;
  if (isFiltered)
    return (
      <NothingMatches title={t('nothing.title')} clearLabel={t('filter.clear')} onClear={onClear}>
        {t('nothing.text')}
      </NothingMatches>
    );
  return (
    <EmptyState
      icon={<ListChecks size={24} />}
      title={t('empty.title')}
      actions={
        <>
          <DraftLink variant="contained">{t('empty.draft')}</DraftLink>
          <LinkButton variant="outlined" to={paths.playground()}>
            {t('empty.playground')}
          </LinkButton>
        </>
      }
    >
      {t(isForeign ? 'local.empty' : 'empty.text')}
    </EmptyState>
  );
}

type TestActions = ReturnType<typeof useTestActions>;

/** Asks all tests; of a gateway that charges for it, after a question. */
function AskAllButton({ count, actions }: { count: number; actions: TestActions }) {
  const { t } = useTranslation('tests');
  const isForeign = useIsForeign();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <BusyButton
        variant="outlined"
        busy={actions.evaluation.isPending}
        disabled={isForeign && count === 0}
        onClick={isForeign ? () => setConfirming(true) : actions.evaluate}
      >
        {t('askAll')}
      </BusyButton>
      <AskAllDialog
        count={count}
        open={confirming}
        onConfirm={() => {
          setConfirming(false);
          actions.evaluate();
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

type HeadActionsProps = { count: number; actions: TestActions; onNew: () => void };

/** What can be done from the head of the page. */
function HeadActions({ count, actions, onNew }: HeadActionsProps) {
  const { t } = useTranslation('tests');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <AskAllButton count={count} actions={actions} />
      <DraftLink variant="outlined">{t('batch.draft.start')}</DraftLink>
      <AddButton onClick={onNew}>{t('new')}</AddButton>
      <TransferMenu onError={(error) => actions.setOutcome({ error })} />
    </Box>
  );
}

/** Leads to tests that are drafted from the knowledge, where the gateway drafts them. */
function DraftLink(props: { variant: 'outlined' | 'contained'; children: string }) {
  return useCanUse(draftTests) ? <LinkButton {...props} to={paths.testBatch({ from: 'knowledge' })} /> : null;
}

/** The form of a new test, also as a link opens it. */
function useNewTest() {
  const { draft, endDraft } = useTestDraft();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    endDraft();
  };
  return { draft, isOpen: isOpen || draft !== undefined, open: () => setOpen(true), close };
}

/** The tests of the bot, with what the last change did to them. */
export function TestsPage() {
  const { t } = useTranslation('tests');
  const ready = useCanUse(listTests);
  const canEdit = useHasPermission('editTests') === true;
  const { filters, change } = useTestFilters();
  const list = useTestList(filters, ready);
  const actions = useTestActions();
  const adding = useNewTest();
  const isForeign = useIsForeign();
  const [overview] = list.data?.pages ?? [];
  const count = overview?.counts.total ?? 0;
  return (
    <ResourcePage
      operation={listTests}
      title={t('title')}
      subtitle={t(isForeign ? 'local.subtitle' : 'subtitle')}
      asOf={list.dataUpdatedAt === 0 ? undefined : list.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
      action={canEdit ? <HeadActions count={count} actions={actions} onNew={adding.open} /> : undefined}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <FocusedOutcome outcome={actions.outcome} onDismiss={() => actions.setOutcome(undefined)} />
        {adding.isOpen ? (
          <TestForm
            key={adding.draft?.question}
            sets={overview?.sets ?? []}
            draft={adding.draft}
            onSaved={(result) => {
              adding.close();
              actions.saved(result);
            }}
            onCancel={adding.close}
          />
        ) : null}
        <FaultNotice error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && ready ? <SkeletonRows rows={6} height={48} /> : null}
        {overview !== undefined && count > 0 ? (
          <>
            <EvaluationStatus overview={overview} />
            {filters.evaluation === undefined ? null : (
              <EvaluationChanges evaluationId={filters.evaluation} />
            )}
            <TestToolbar filters={filters} counts={overview.counts} sets={overview.sets} onChange={change} />
          </>
        ) : null}
        {overview === undefined ? null : (
          <>
            <TestList {...{ list, overview, filters, actions }} onClear={() => change(NO_FILTERS)} />
            <TestSets sets={overview.sets} onDone={actions.done} />
          </>
        )}
      </Box>
    </ResourcePage>
  );
}
