import { zodResolver } from '@hookform/resolvers/zod';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/describe-issue.ts';
import { type KnowledgeUnit, titleSchema } from '#contract/knowledge.ts';
import { UNIT_LIMITS } from '#contract/limits.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { titleHolderIn, type UnitRef, useRestoreUnit } from './use-bin.ts';

const formSchema = z.object({ title: titleSchema });
type FormValues = { title: string };

type RestoreDialogProps = {
  unit: UnitRef;
  /** The unit that has the title now. */
  holder: UnitRef;
  onRestored: (unit: KnowledgeUnit) => void;
  onClose: () => void;
};

/** Restores a unit under another title, since its own was taken while it lay in the bin. */
export function RestoreDialog({ unit, holder, onRestored, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('bin');
  const { language } = useLocale();
  const restore = useRestoreUnit();
  const suggestion = t('titleTaken.suggestion', { title: unit.title }).replaceAll(/[\u2068\u2069]/gu, '');
  const { register, handleSubmit, formState } = useForm<FormValues>({
    defaultValues: { title: suggestion.length > UNIT_LIMITS.title ? unit.title : suggestion },
    mode: 'onChange',
    resolver: zodResolver<FormValues, unknown, FormValues>(formSchema, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  const issue = formState.errors.title?.message;
  const taken = titleHolderIn(restore.error);
  const submit = handleSubmit(({ title }) =>
    restore.mutateAsync({ id: unit.id, title }).then(onRestored, () => {
      // Shown below.
    }),
  );
  return (
    <FormDialog
      title={t('titleTaken.title')}
      submit={{ busy: restore.isPending, children: t('restore') }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {t('titleTaken.text', { title: holder.title })}{' '}
        <TextLink to={paths.unit(holder.id)}>{t('titleTaken.showHolder')}</TextLink>
      </Typography>
      <TextField
        {...register('title')}
        label={t('titleTaken.label')}
        size="small"
        autoFocus
        error={issue !== undefined || taken !== undefined}
        helperText={
          issue ??
          (taken === undefined ? undefined : (
            <>
              {t('titleTaken.stillTaken')}{' '}
              <TextLink to={paths.unit(taken.id)}>{t('titleTaken.showHolder')}</TextLink>
            </>
          ))
        }
        slotProps={{ htmlInput: { dir: 'auto' }, formHelperText: { role: 'alert' } }}
      />
      {taken === undefined ? <FaultNotice error={restore.error} onDismiss={restore.reset} /> : null}
    </FormDialog>
  );
}
