import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishDrafts } from '#contract/operations/versions.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { Conflict, GatewayError } from '#src/api/transport/gateway-errors.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { suggestForm } from './suggest-repair.ts';
import { useSourceChanges } from './use-source-changes.ts';
import type { SourceDialogTarget, SourceDraft } from './use-source-dialog.ts';

type SourceDialogsProps = {
  details: UnitDetails;
  target: SourceDialogTarget;
  draft: SourceDraft;
  onDraft: (draft: SourceDraft) => void;
  onReload: () => void;
  onReindex: () => void;
  onClose: () => void;
};

/** The dialog that adds, replaces or removes a source. */
export function SourceDialogs({ details, target, ...handlers }: SourceDialogsProps) {
  const { t } = useTranslation(['repair', 'terms']);
  const formats = useFormats();
  const canSaveDraft = useCanUse(publishDrafts);
  const changes = useSourceChanges(details.unit.id);
  // The source as it was on opening: when another person replaces it, the dialog and its draft stay.
  const [source] = useState(() =>
    target.kind === 'add' ? undefined : details.sources.find(({ id }) => id === target.sourceId),
  );
  if (target.kind === 'add')
    return <SourceDialog {...handlers} details={details} source={undefined} form="file" changes={changes} />;
  if (source === undefined) return <GoneDialog details={details} onClose={handlers.onClose} />;
  if (target.kind === 'replace') {
    const form = target.form ?? suggestForm(source);
    return <SourceDialog {...handlers} details={details} source={source} form={form} changes={changes} />;
  }
  const { etag } = details;
  const { error } = changes.remove;
  if (error instanceof GatewayError && error.fault === 'source-not-found')
    return <GoneDialog details={details} onClose={handlers.onClose} />;
  const isStale = error instanceof Conflict && error.fault === 'stale-unit';
  const remove = (asDraft: boolean) =>
    changes.remove.mutate(
      { sourceId: source.id, etag: isStale ? undefined : etag, asDraft },
      { onSuccess: handlers.onClose, onError: handlers.onReload },
    );
  return (
    <ConfirmMutation
      open
      title={t('removal.title')}
      subject={<MonoText>{source.name}</MonoText>}
      confirmLabel={t('remove')}
      mutation={isStale ? { ...changes.remove, error: null } : changes.remove}
      onClose={handlers.onClose}
      secondary={
        canSaveDraft ? (
          <BusyButton
            variant="outlined"
            busy={changes.remove.isPending}
            showsProgress={false}
            onClick={() => remove(true)}
          >
            {t('terms:saveAsDraft')}
          </BusyButton>
        ) : undefined
      }
      onConfirm={() => remove(false)}
    >
      {t('removal.text')}
      {isStale ? (
        <Notice severity="warning" title={t('stale.title')}>
          {t('removal.stale', { sources: formats.list(details.sources.map(({ name }) => name)) })}
        </Notice>
      ) : null}
    </ConfirmMutation>
  );
}

/** An address or a menu named a source that the unit does not have any more. */
function GoneDialog({ details, onClose }: Pick<SourceDialogsProps, 'details' | 'onClose'>) {
  const { t } = useTranslation(['repair', 'common']);
  const formats = useFormats();
  const headingId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={headingId} fullWidth maxWidth="xs">
      <DialogTitle id={headingId}>{t('gone.title')}</DialogTitle>
      <DialogContent>
        {t('gone.text', { sources: formats.list(details.sources.map(({ name }) => name)) })}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0 }}>
        <Button variant="contained" onClick={onClose}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
