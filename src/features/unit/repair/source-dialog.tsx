import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeAddress } from '#common/pasted-text.ts';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import { publishDrafts } from '#contract/operations/versions.ts';
import type { SourceState, UnitDetails } from '#contract/unit-states.ts';
import { useCapabilities, useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { Conflict, GatewayError } from '#src/api/transport/gateway-errors.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { Reasons } from '../reasons.tsx';
import { addressProblem, fileProblem } from './check-source.ts';
import { FileField } from './file-field.tsx';
import { mayPass, replacementWord, type SourceForm } from './suggest-repair.ts';
import type { GivenSource, SourceChanges } from './use-source-changes.ts';
import type { SourceDraft } from './use-source-dialog.ts';

type SourceDialogProps = {
  details: UnitDetails;
  /** Undefined: another source is added. */
  source: SourceState | undefined;
  /** The form that suits the failure, until a person picks another form. */
  form: SourceForm;
  draft: SourceDraft;
  onDraft: (draft: SourceDraft) => void;
  changes: SourceChanges;
  /** Reads the unit again after a change by another person. */
  onReload: () => void;
  onReindex: () => void;
  onClose: () => void;
};

/** Asks for the file or address that replaces a source or joins the others. A refusal keeps what was given. */
export function SourceDialog(props: SourceDialogProps) {
  const { details, source, changes, draft, onDraft, onReload, onReindex, onClose } = props;
  const { t } = useTranslation(['repair', 'common', 'terms']);
  const formats = useFormats();
  const canSaveDraft = useCanUse(publishDrafts);
  const capabilities = useCapabilities();
  const connection = useConnection();
  const canManageBots = useHasPermission('manageBots');
  const headingId = useId();
  const currentAddress = source?.knowledgeSource === KNOWLEDGE_SOURCE.url ? source.content : undefined;
  const { form = props.form, file, address = currentAddress ?? '' } = draft;
  const [hasTried, setHasTried] = useState(false);
  const { write, sentShare } = changes;
  const problem =
    form === 'file'
      ? fileProblem(file, capabilities, t, formats)
      : addressProblem(completeAddress(address), currentAddress, t);
  const shownProblem = hasTried || (form === 'file' && file !== undefined) ? problem : undefined;
  const name = useDialogName(source, form);
  const notes = [
    ...(source === undefined ? [] : [t('titleStays')]),
    ...(details.sections.length === 0 ? [] : [t('indexStays')]),
  ];
  const hasInput = file !== undefined || draft.address !== undefined;
  const close = () => {
    changes.stopUpload();
    write.reset();
    onClose();
  };
  const send = (target: { sourceId: number | undefined; etag: string | undefined; asDraft: boolean }) => {
    const given: GivenSource | undefined =
      form === 'address' ? { address: completeAddress(address) } : file && { file };
    if (given === undefined) return;
    write.mutate({ given, ...target }, { onSuccess: onClose, onError: onReload });
  };
  const save = (asDraft: boolean) => {
    setHasTried(true);
    if (problem === undefined && !write.isPending)
      send({ sourceId: source?.id, etag: details.etag, asDraft });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save(false);
  };
  const asDraft = write.variables?.asDraft ?? false;
  return (
    <Dialog
      open
      // A click beside it is easily made by accident, and would lose what was chosen or stop its upload.
      onClose={(_, reason) => (reason === 'backdropClick' && hasInput ? undefined : close())}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="sm"
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={headingId}>{name}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {source === undefined ? null : (
            <div>
              <MonoText>{source.name}</MonoText>
              {source.reason ? <Reasons reasons={[source.reason]} tone="brick" /> : null}
              {source.reason?.code === 'host-not-listed' && canManageBots ? (
                <TextLink to={paths.bots({ edit: connection.bot })}>{t('openHosts')}</TextLink>
              ) : null}
            </div>
          )}
          <ToggleChoice<SourceForm>
            label={t('form.label')}
            value={form}
            options={[
              { value: 'file', label: t('form.file') },
              { value: 'address', label: t('form.address') },
            ]}
            onChange={(next) => {
              write.reset();
              setHasTried(false);
              onDraft({ ...draft, form: next });
            }}
          />
          {form === 'file' ? (
            <FileField
              file={file}
              problem={shownProblem}
              disabled={write.isPending}
              onFile={(next) => {
                write.reset();
                onDraft({ ...draft, file: next });
              }}
            />
          ) : (
            <TextField
              label={t('form.address')}
              value={address}
              onChange={(event) => {
                write.reset();
                onDraft({ ...draft, address: event.target.value });
              }}
              autoFocus
              size="small"
              error={shownProblem !== undefined}
              helperText={shownProblem}
              slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'url', autoComplete: 'off' } }}
            />
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {notes.join(' ')}
          </Typography>
          {sentShare === undefined ? null : (
            <Meter kind="progress" value={sentShare} label={t('uploading')} />
          )}
          <WriteError
            {...props}
            onRetry={() => send({ sourceId: source?.id, etag: undefined, asDraft })}
            onAdd={() => send({ sourceId: undefined, etag: undefined, asDraft })}
          />
        </DialogContent>
        <DialogActions
          disableSpacing
          sx={{ padding: { xs: 2, sm: 3 }, paddingBlockStart: 0, gap: 1, flexWrap: 'wrap' }}
        >
          {source && mayPass(source) ? (
            <Button
              sx={{ marginInlineEnd: 'auto' }}
              onClick={() => {
                onReindex();
                close();
              }}
            >
              {t(currentAddress === undefined ? 'reindex' : 'refresh')}
            </Button>
          ) : null}
          <Button onClick={close}>{t('common:cancel')}</Button>
          {canSaveDraft ? (
            <BusyButton
              variant="outlined"
              busy={write.isPending}
              showsProgress={asDraft}
              onClick={() => save(true)}
            >
              {t('terms:saveAsDraft')}
            </BusyButton>
          ) : null}
          <BusyButton type="submit" variant="contained" busy={write.isPending} showsProgress={!asDraft}>
            {name}
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The dialog's title, which is also the label of its button. */
function useDialogName(source: SourceState | undefined, form: SourceForm): string {
  const { t } = useTranslation('repair');
  return t(source === undefined ? 'add' : replacementWord(source, form));
}

type WriteErrorProps = Pick<SourceDialogProps, 'details' | 'source' | 'changes'> & {
  onRetry: () => void;
  onAdd: () => void;
};

/** Why the change was refused; where somebody else was faster, what the unit has now and the ways on. */
function WriteError({ details, source, changes: { write }, onRetry, onAdd }: WriteErrorProps) {
  const { t } = useTranslation('repair');
  const formats = useFormats();
  const { error } = write;
  const sources = formats.list(details.sources.map(({ name }) => name));
  if (error instanceof GatewayError && error.fault === 'source-not-found')
    return (
      <Notice
        severity="warning"
        title={t('gone.title')}
        action={
          <Button size="small" variant="outlined" onClick={onAdd}>
            {t('gone.add')}
          </Button>
        }
      >
        {t('gone.text', { sources })}
      </Notice>
    );
  if (error instanceof Conflict && error.fault === 'stale-unit')
    return (
      <Notice
        severity="warning"
        title={t('stale.title')}
        action={
          <Button size="small" variant="outlined" onClick={onRetry}>
            {t(source === undefined ? 'stale.add' : 'stale.replace')}
          </Button>
        }
      >
        {t('stale.text', { sources })}
      </Notice>
    );
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return <FaultNotice error={error} onDismiss={write.reset} />;
}
