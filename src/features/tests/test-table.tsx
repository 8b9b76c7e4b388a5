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

/** Tests as rows of a table, where that is too narrow as cards. */
export function TestTable({ tests, sets, openId, renderOpen, onToggle, onAction }: TestTableProps) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const causeText = useCauseText();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const setName = ({ setId }: Test) => sets.find(({ id }) => id === setId)?.name ?? '';
  const since = (test: Test) => t('since', { when: formats.moment(test.since) });
  const renderQuestion = (test: Test) => (
    <Question test={test} open={test.id === openId} onToggle={() => onToggle(test)} />
  );
  const renderMenu = (test: Test) => <TestMenu test={test} onAction={onAction} />;
  const below = (test: Test) => (test.id === openId ? renderOpen(test) : null);
  if (!wide)
    return (
      <RecordList label={t('list')}>
        {tests.map((test) => (
          <RecordItem
            key={test.id}
            open={test.id === openId}
            summary={
              <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
                <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, flex: 1 }}>
                  {renderQuestion(test)}
                  <OutcomeLabel outcome={test.outcome} />
                  <SmallText tone="secondary">
                    {[since(test), causeText(test.because, test.modifiedOn !== test.createdOn), setName(test)]
                      .filter(Boolean)
                      .join(' · ')}
                  </SmallText>
                </Box>
                {renderMenu(test)}
              </Box>
            }
            actions={null}
          >
            {below(test)}
          </RecordItem>
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
        {
          key: 'because',
          name: t('column.because'),
          width: '20%',
          renderCell: (test) => (
            <BidiText>{causeText(test.because, test.modifiedOn !== test.createdOn)}</BidiText>
          ),
        },
        {
          key: 'set',
          name: t('column.set'),
          width: '13%',
          renderCell: (test) => <BidiText>{setName(test)}</BidiText>,
        },
        {
          key: 'owner',
          name: t('column.owner'),
          width: '14%',
          renderCell: ({ owner }) => <BidiText>{owner}</BidiText>,
        },
        { key: 'actions', name: t('column.actions'), width: '56px', renderCell: renderMenu },
      ]}
    />
  );
}
