import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/issue-words.ts';
import { descriptionSchema, titleSchema } from '#contract/knowledge.ts';
import { Conflict } from '#src/api/errors.ts';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useLocale } from '#src/i18n/locale.tsx';
import type { useUnitActions } from './use-unit.ts';

const wordsSchema = z.object({ title: titleSchema, description: descriptionSchema });
type Words = { title: string; description: string };

type EditFormProps = {
  /** As the gateway has it now. */
  now: Words;
  etag: string | undefined;
  update: ReturnType<typeof useUnitActions>['update'];
  /** Reads the unit again: after a conflict, what someone else made of it. */
  onReload: () => Promise<unknown>;
  onDone: () => void;
};

/** Title and description in place. A conflict shows what the other one made, and loses nothing of what was typed. */
export function EditForm({ now, etag, update, onReload, onDone }: EditFormProps) {
  const { t } = useTranslation(['unit', 'common']);
  const { language } = useLocale();
  const { register, handleSubmit, formState, reset } = useForm<Words>({
    defaultValues: now,
    mode: 'onChange',
    resolver: zodResolver<Words, unknown, Words>(wordsSchema, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  const { errors } = formState;
  const conflict = update.error instanceof Conflict;
  const save = (overwrite: boolean) =>
    handleSubmit((words) => {
      const change = {
        ...(words.title === now.title && !overwrite ? {} : { title: words.title }),
        ...(words.description === now.description && !overwrite ? {} : { description: words.description }),
      };
      if (Object.keys(change).length === 0) return onDone();
      return update.mutate(
        { change, etag: overwrite ? undefined : etag },
        { onSuccess: onDone, onError: (error) => error instanceof Conflict && void onReload() },
      );
    });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void save(false)(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 640, marginBlock: 1 }}
    >
      <TextField
        {...register('title')}
        label={t('edit.title')}
        size="small"
        autoFocus
        error={errors.title !== undefined}
        helperText={errors.title?.message ?? t('edit.titleHint')}
        slotProps={{ htmlInput: { dir: 'auto' } }}
      />
      <TextField
        {...register('description')}
        label={t('edit.description')}
        size="small"
        multiline
        maxRows={6}
        error={errors.description !== undefined}
        helperText={errors.description?.message}
        slotProps={{ htmlInput: { dir: 'auto' } }}
        sx={{ '& textarea': { paddingInline: 1.5 } }}
      />
      {conflict ? (
        <Notice
          severity="warning"
          title={t('edit.conflict')}
          action={
            <>
              <Button size="small" variant="outlined" onClick={(event) => void save(true)(event)}>
                {t('edit.keepMine')}
              </Button>
              <Button
                size="small"
                variant="outlined"
                onClick={() => {
                  update.reset();
                  reset(now);
                }}
              >
                {t('edit.takeTheirs')}
              </Button>
            </>
          }
        >
          {t('edit.conflictNow', { title: now.title })}
        </Notice>
      ) : update.error ? (
        <FaultNotice error={update.error} onDismiss={update.reset} />
      ) : null}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={update.isPending} disabled={update.isPending}>
          {t('edit.save')}
        </Button>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
      </Box>
    </Box>
  );
}
