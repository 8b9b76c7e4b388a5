import Trash from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import { useDeleteRun } from './use-runs.ts';

/** Of a run that was kept: when it was asked, by whom, and whether its passages are still what the knowledge says. */
export function StoredRunNotes({ run }: { run: AnswerRun }) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const { stored } = run;
  if (stored === undefined) return null;
  const moved = stored.passages.filter(({ state }) => state !== 'current').length;
  const when = formats.moment(run.startedAt);
  // A run of this visit has an id of its own, and was asked just now.
  const isOfVisit = run.id !== run.requestId;
  return (
    <>
      {isOfVisit ? null : (
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {stored.mine ? t('runs.asked', { when }) : t('runs.askedBy', { when, name: stored.askedBy })}
        </Typography>
      )}
      {stored.origin === 'program' ? (
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {t('runs.masked')}
        </Typography>
      ) : null}
      {stored.history.length === 0 ? null : (
        <Box component="details">
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', minBlockSize: 24 }}>
            {t('runs.history')}
          </Typography>
          <PlainList as="ol" sx={{ display: 'grid', gap: 0.5, marginBlockStart: 1 }}>
            {stored.history.map(({ role, content }, index) => (
              // The same question may come twice.
              <li key={index}>
                <WrittenText
                  variant="body2"
                  text={content}
                  sx={role === 'user' ? { fontWeight: 600 } : { color: 'text.secondary' }}
                />
              </li>
            ))}
          </PlainList>
        </Box>
      )}
      {stored.fault === null ? null : <Notice severity="error" title={stored.fault} />}
      {moved === 0 ? null : (
        <Notice severity="info" title={t('runs.changed.title', { count: moved })}>
          {t('runs.changed.text')}
        </Notice>
      )}
    </>
  );
}

/** Deletes a kept run, after a question. */
export function DeleteRunAction({ runId, onDeleted }: { runId: string; onDeleted: () => void }) {
  const { t } = useTranslation('playground');
  const navigate = useNavigate();
  const isForeign = useIsForeign();
  const [open, setOpen] = useState(false);
  const { deletion, forget } = useDeleteRun();
  const confirm = () =>
    deletion.mutate(runId, {
      onSuccess() {
        onDeleted();
        void Promise.resolve(navigate(paths.playground(), { replace: true })).then(() => forget(runId));
      },
    });
  return (
    <>
      <IconAction label={t('runs.delete.action')} onClick={() => setOpen(true)}>
        <Trash size={18} />
      </IconAction>
      <ConfirmDialog
        open={open}
        title={t('runs.delete.title')}
        confirmLabel={t('runs.delete.confirm')}
        busy={deletion.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        {t(isForeign ? 'runs.delete.textHere' : 'runs.delete.text')}
        <FaultNotice error={deletion.error} onRetry={confirm} />
      </ConfirmDialog>
    </>
  );
}
