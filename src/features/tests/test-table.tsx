import Check from 'virtual:lucide/check';
import MessageCircleQuestionMark from 'virtual:lucide/message-circle-question-mark';
import Pencil from 'virtual:lucide/pencil';
import Trash from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Test, TestSet } from '#contract/tests.ts';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { RecordTable } from '#src/ui/record-table.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { OutcomeLabel } from '#src/ui/test/outcome-label.tsx';
import { useCauseText } from './use-cause-text.ts';

export type TestAction = 'edit' | 'accept' | 'delete';

type TestTableProps = {
  tests: readonly Test[];
  sets: readonly TestSet[];
  /** The test whose details or form are open. */
  openId: number | undefined;
  renderOpen: (test: Test) => ReactNode;
  onToggle: (test: Test) => void;
  onAction: (action: TestAction, test: Test) => void;
};

/** The question of a test, which opens its details. */
function Question({ test, open, onToggle }: { test: Test; open: boolean; onToggle: () => void }) {
  const { t } = useTranslation('tests');
  const { question } = test;
  return (
    <ButtonBase
      aria-expanded={open}
      aria-label={t(open ? 'details.hide' : 'details.show', { question })}
      onClick={onToggle}
      sx={{
        typography: 'body1',
        justifyContent: 'flex-start',
        fontWeight: 600,
        textAlign: 'start',
        overflowWrap: 'anywhere',
        minBlockSize: 24,
      }}
    >
      <BidiText>{question}</BidiText>
    </ButtonBase>
  );
}

function TestMenu({ test, onAction }: { test: Test; onAction: TestTableProps['onAction'] }) {
  const { t } = useTranslation('tests');
  const canEdit = useHasPermission('editTests') === true;
  const { question, request, outcome, deletable } = test;
  return (
    <ActionMenu
      label={t('action.for', { question })}
      actions={[
        {
          label: t('action.ask'),
          icon: <MessageCircleQuestionMark size={18} />,
          to: paths.playground({ question, index: request.IndexNames ?? [] }),
        },
        canEdit && {
          label: t('action.edit'),
          icon: <Pencil size={18} />,
          onSelect: () => onAction('edit', test),
        },
        canEdit &&
          (outcome === 'fails' || outcome === 'weak') && {
            label: t('action.accept'),
            icon: <Check size={18} />,
            onSelect: () => onAction('accept', test),
          },
        deletable && {
          label: t('action.delete'),
          icon: <Trash size={18} />,
          destructive: true,
          onSelect: () => onAction('delete', test),
        },
      ]}
    />
  );
}

type TestCardProps = {
  question: ReactNode;
  outcome: Test['outcome'];
  /** Empty ones are left out. */
  details: readonly string[];
  menu: ReactNode;
  /** Details or form, where they are open. */
  children: ReactNode;
};

function TestCard({ question, outcome, details, menu, children }: TestCardProps) {
  return (
    <RecordItem
      open={children !== null}
      summary={
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
          <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, flex: 1 }}>
            {question}
            <OutcomeLabel outcome={outcome} />
            <SmallText tone="secondary">{details.filter(Boolean).join(' · ')}</SmallText>
          </Box>
          {menu}
        </Box>
      }
      actions={null}
    >
      {children}
    </RecordItem>
  );
}

/** What a test shows, in a row or on a card. */
function useTestCells({ sets, openId, onToggle, onAction }: TestTableProps) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const causeText = useCauseText();
  return {
    cause: ({ because, modifiedOn, createdOn }: Test) => causeText(because, modifiedOn !== createdOn),
    since: (test: Test) => t('since', { when: formats.moment(test.since) }),
    setName: ({ setId }: Test) => sets.find(({ id }) => id === setId)?.name ?? '',
    renderQuestion: (test: Test) => (
      <Question test={test} open={test.id === openId} onToggle={() => onToggle(test)} />
    ),
    renderMenu: (test: Test) => <TestMenu test={test} onAction={onAction} />,
  };
}

/** Tests as rows of a table, where that is too narrow as cards. */
export function TestTable(props: TestTableProps) {
  const { tests, openId, renderOpen } = props;
  const { t } = useTranslation('tests');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const { cause, since, setName, renderQuestion, renderMenu } = useTestCells(props);
  const textColumn = (key: 'because' | 'set' | 'owner', width: string, textOf: (test: Test) => string) => ({
    key,
    name: t(`column.${key}`),
    width,
    renderCell: (test: Test) => <BidiText>{textOf(test)}</BidiText>,
  });
  const below = (test: Test) => (test.id === openId ? renderOpen(test) : null);
  if (!wide)
    return (
      <RecordList label={t('list')}>
        {tests.map((test) => (
          <TestCard
            key={test.id}
            question={renderQuestion(test)}
            outcome={test.outcome}
            details={[since(test), cause(test), setName(test)]}
            menu={renderMenu(test)}
          >
            {below(test)}
          </TestCard>
        ))}
      </RecordList>
    );
  return (
    <RecordTable
      label={t('list')}
      items={tests}
      keyOf={({ id }) => String(id)}
      renderOpen={below}
      columns={[
        { key: 'question', name: t('column.question'), renderCell: renderQuestion },
        {
          key: 'outcome',
          name: t('column.outcome'),
          width: '17%',
          renderCell: (test) => (
            <>
              <OutcomeLabel outcome={test.outcome} />
              <SmallText tone="secondary">{since(test)}</SmallText>
            </>
          ),
        },
        textColumn('because', '20%', cause),
        textColumn('set', '13%', setName),
        textColumn('owner', '14%', ({ owner }) => owner),
        { key: 'actions', name: t('column.actions'), width: '56px', renderCell: renderMenu },
      ]}
    />
  );
}
