import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { suggestForm } from './suggest-repair.ts';
import { useSourceChanges } from './use-source-changes.ts';
import type { SourceDialogTarget } from './use-source-dialog.ts';

type SourceDialogsProps = {
  details: UnitDetails;
  target: SourceDialogTarget;
  onReload: () => void;
  onReindex: () => void;
  onClose: () => void;
};

/** The dialog that adds, replaces or removes a source. */
export function SourceDialogs({ details, target, ...handlers }: SourceDialogsProps) {
  const { t } = useTranslation('repair');
  const changes = useSourceChanges(details.unit.id);
  // A source that somebody else replaces meanwhile stays in sight with what was given for it.
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
  return (
    <ConfirmMutation
      open
      title={t('removal.title')}
      subject={<MonoText>{source.name}</MonoText>}
      confirmLabel={t('remove')}
      mutation={changes.remove}
      onClose={handlers.onClose}
      onConfirm={() =>
        changes.remove.mutate(
          { sourceId: source.id, etag },
          { onSuccess: handlers.onClose, onError: handlers.onReload },
        )
      }
    >
      {t('removal.text')}
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
