import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { registerUnit, replaceSource } from '#contract/operations/units.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { GatewayError } from '#src/api/transport/gateway-errors.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextDiff } from '#src/ui/diff/text-diff.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import { EMPTY_TEXT, fromMarkdown, toPlainLines } from './text-form.ts';
import {
  fetchText,
  type SavedText,
  StaleTextError,
  useAddText,
  useReplaceText,
  useStoreText,
} from './use-save-text.ts';
import { useTextKeeper } from './use-unsaved-text.ts';
import { type TextInForm, WriteForm } from './write-form.tsx';

/** The id of the unit that has the title, where that is why the text was refused. */
function titleOwner(error: unknown): number | undefined {
  if (!(error instanceof GatewayError) || error.fault !== 'title-taken') return undefined;
  const { id } = error.parameters;
  return typeof id === 'number' ? id : undefined;
}

function NewText() {
  const { t } = useTranslation('write');
  const navigate = useNavigate();
  const store = useStoreText();
  const keeper = useTextKeeper<null>('new');
  const add = useAddText(store, keeper.forget);
  const owner = titleOwner(add.error);
  const notice = () => (owner === undefined ? <FaultNotice error={add.error} onDismiss={add.reset} /> : null);
  return (
    <WriteForm
      label={t('title.add')}
      submitLabel={t('add')}
      hasTitle
      base={null}
      saved={EMPTY_TEXT}
      keeper={keeper}
      store={store}
      fileTitle=""
      saving={{ ...add, asDraft: add.variables?.asDraft ?? false }}
      titleProblem={
        owner === undefined ? undefined : (
          <span role="alert">
            {t('titleTaken')}{' '}
            <TextLink underline="always" to={paths.unit(owner)}>
              {t('openOwner')}
            </TextLink>
          </span>
        )
      }
      onSave={(saved) =>
        add.mutate(saved, {
          onSuccess: ({ id }) => void navigate(id === undefined ? paths.knowledge() : paths.unit(id)),
        })
      }
      onDiscard={(form) => {
        form.replace(EMPTY_TEXT);
        keeper.forget();
      }}
      // What was typed stays for the next visit, which offers to discard it.
      onCancel={() => void navigate(paths.addKnowledge())}
      notice={notice}
    />
  );
}

type EditTextProps = { id: number; saved: SavedText };

function EditText({ id, saved }: EditTextProps) {
  const { t } = useTranslation(['write', 'common']);
  const navigate = useNavigate();
  const store = useStoreText();
  const keeper = useTextKeeper<SavedText>(`${id}.${saved.name}`);
  const replace = useReplaceText(id, store, keeper.forget);
  // What was typed and left is saved in place of the version that it was begun from.
  const [base, setBase] = useState(keeper.unsaved?.base ?? saved);
  const savedValues = useMemo(() => fromMarkdown(base.text), [base]);
  const leave = () => void navigate(paths.unit(id));
  const saveOver = (over: SavedText | undefined, { text, asDraft }: { text: string; asDraft: boolean }) => {
    if (over !== undefined) setBase(over);
    replace.mutate({ text, asDraft, base: over, name: saved.name }, { onSuccess: leave });
  };
  const asDraft = replace.variables?.asDraft ?? false;
  const notice = (form: TextInForm) => {
    const { error } = replace;
    if (!(error instanceof StaleTextError)) return <FaultNotice error={error} onDismiss={replace.reset} />;
    const { newer } = error;
    if (newer === undefined)
      return (
        <Notice
          severity="warning"
          title={t('gone.title')}
          action={
            <Button
              size="small"
              variant="outlined"
              onClick={() => saveOver(undefined, { text: form.text(), asDraft })}
            >
              {t('gone.add')}
            </Button>
          }
        >
          {t('gone.text')}
        </Notice>
      );
    return (
      <StaleNotice
        title={t('stale.title')}
        keepLabel={t('stale.keepMine')}
        takeLabel={t('stale.takeTheirs')}
        onKeep={() => saveOver(newer, { text: form.text(), asDraft })}
        onTake={() => {
          replace.reset();
          setBase(newer);
          form.replace(fromMarkdown(newer.text));
          keeper.forget();
        }}
      >
        {t('stale.text')}
        <TextDiff before={toPlainLines(newer.text)} after={toPlainLines(form.text())} />
      </StaleNotice>
    );
  };
  return (
    <WriteForm
      label={t('title.edit')}
      submitLabel={t('common:save')}
      hasTitle={false}
      base={base}
      saved={savedValues}
      keeper={keeper}
      store={store}
      fileTitle={saved.name.replace(/\.md$/u, '')}
      saving={{ ...replace, asDraft }}
      onSave={(text) => saveOver(base, text)}
      onDiscard={(form) => {
        setBase(saved);
        form.replace(fromMarkdown(saved.text));
        keeper.forget();
      }}
      onCancel={leave}
      notice={notice}
    />
  );
}

function EditTextPage({ id, sourceId }: { id: number; sourceId: number }) {
  const { t } = useTranslation('write');
  const gateway = useGateway();
  const connection = useConnection();
  const text = useQuery({
    queryKey: ['written-text', connection.id, id, sourceId],
    queryFn: async () => (await fetchText(gateway, { id, sourceId })) ?? null,
    // The form is filled once; what others save meanwhile is said when this text is saved.
    staleTime: Infinity,
    gcTime: 0,
  });
  const back = { to: paths.unit(id), label: t('back.edit') };
  return (
    <ResourcePage
      operation={replaceSource}
      title={t('title.edit')}
      back={back}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      subtitle={text.data ? <BidiText>{text.data.unitTitle}</BidiText> : undefined}
    >
      <QueryView query={text} empty={<EmptyState title={t('gone.title')}>{t('gone.open')}</EmptyState>}>
        {(saved) => <EditText id={id} saved={saved} />}
      </QueryView>
    </ResourcePage>
  );
}

/** Writes a new text, or edits the text of a source. */
export function WritePage() {
  const { t } = useTranslation('write');
  const { id, sourceId } = useParams();
  if (id !== undefined && sourceId !== undefined)
    return <EditTextPage key={`${id}/${sourceId}`} id={Number(id)} sourceId={Number(sourceId)} />;
  return (
    <ResourcePage
      operation={registerUnit}
      title={t('title.add')}
      back={{ to: paths.addKnowledge(), label: t('back.add') }}
    >
      <NewText />
    </ResourcePage>
  );
}
