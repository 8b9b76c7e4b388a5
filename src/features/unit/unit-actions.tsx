import CalendarClock from 'virtual:lucide/calendar-clock';
import FilePen from 'virtual:lucide/file-pen';
import ListPlus from 'virtual:lucide/list-plus';
import Pencil from 'virtual:lucide/pencil';
import Power from 'virtual:lucide/power';
import History from 'virtual:lucide/rotate-ccw-clock';
import RotateCw from 'virtual:lucide/rotate-cw';
import Trash2 from 'virtual:lucide/trash';
import { zodResolver } from '@hookform/resolvers/zod';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ComponentProps, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/describe-issue.ts';
import { descriptionSchema, titleSchema } from '#contract/knowledge.ts';
import { draftTests } from '#contract/operations/tests.ts';
import { listVersions, publishDrafts } from '#contract/operations/versions.ts';
import { isSureOffer, type Offer, useCanUse } from '#src/api/hooks/use-permissions.ts';
import { Conflict, GatewayError } from '#src/api/transport/gateway-errors.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { StaleNotice } from '#src/ui/stale-notice.tsx';
import type { useUnitValidity } from './unit-validity.tsx';
import type { useUnitActions } from './use-unit.ts';

const unitTextsSchema = z.object({ title: titleSchema, description: descriptionSchema });
type UnitTexts = { title: string; description: string };

type EditFormProps = {
  /** The texts as the gateway has them now. */
  current: UnitTexts;
  etag: string | undefined;
  update: ReturnType<typeof useUnitActions>['update'];
  offer: Offer | undefined;
  /** Reads the unit again after a conflict. */
  onReload: () => Promise<unknown>;
  onDone: () => void;
};

/** Edits title and description. A conflict shows what was saved meanwhile and keeps what was typed. */
export function UnitEditDialog(props: EditFormProps) {
  const { t } = useTranslation('unit');
  const isSure = isSureOffer(props.offer);
  const headingId = useId();
  return (
    <Dialog open onClose={props.onDone} aria-labelledby={headingId} fullWidth maxWidth="sm">
      <DialogTitle id={headingId} sx={{ paddingBlockEnd: 0 }}>
        {t(isSure ? 'action.edit' : 'action.tryEdit')}
      </DialogTitle>
      <DialogContent>
        {isSure ? null : <p style={{ marginBlockStart: 0 }}>{t('untried')}</p>}
        <UnitEditForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

function UnitEditForm({ current, etag, update, offer, onReload, onDone }: EditFormProps) {
  const { t } = useTranslation('unit');
  const { language } = useLocale();
  const { register, handleSubmit, formState, reset } = useForm<UnitTexts>({
    defaultValues: current,
    mode: 'onChange',
    resolver: zodResolver<UnitTexts, unknown, UnitTexts>(unitTextsSchema, {
      error: (issue) => describeIssue(issue as never, undefined, language),
    }),
  });
  const { errors } = formState;
  const conflict = update.error instanceof Conflict;
  const owner = titleOwner(update.error);
  const save = (overwrite: boolean) =>
    handleSubmit((texts) => {
      const change = {
        ...(texts.title === current.title && !overwrite ? {} : { title: texts.title }),
        ...(texts.description === current.description && !overwrite
          ? {}
          : { description: texts.description }),
      };
      if (Object.keys(change).length === 0) return onDone();
      return update.mutate(
        { change, etag: overwrite ? undefined : etag },
        { onSuccess: onDone, onError: (error) => error instanceof Conflict && void onReload() },
      );
    });
  return (
    <RecordForm
      label={t('action.edit')}
      gap={2}
      submitLabel={t('edit.save')}
      busy={update.isPending}
      disabled={offer === undefined}
      onSubmit={() => void save(false)()}
      onCancel={onDone}
    >
      <TextField
        {...register('title', { onChange: () => owner !== undefined && update.reset() })}
        label={t('edit.title')}
        size="small"
        autoFocus
        error={errors.title !== undefined || owner !== undefined}
        helperText={
          errors.title?.message ??
          (owner === undefined ? (
            t(offer === 'announced' ? 'edit.titleHint' : 'edit.titleHintForeign')
          ) : (
            <span role="alert">
              {t('edit.titleTaken')}{' '}
              <TextLink to={paths.unit(owner)}>{t('edit.titleOwner', { id: String(owner) })}</TextLink>
            </span>
          ))
        }
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
        <StaleNotice
          title={t('edit.conflict')}
          keepLabel={t('edit.keepMine')}
          takeLabel={t('edit.takeTheirs')}
          onKeep={() => void save(true)()}
          onTake={() => {
            update.reset();
            reset(current);
          }}
        >
          {t('edit.conflictNow', { title: current.title })}
        </StaleNotice>
      ) : owner === undefined ? (
        <FaultNotice
          error={update.error}
          // For a call that cannot be repeated: the reason why nothing can be saved.
          onDismiss={offer === undefined ? undefined : update.reset}
        />
      ) : null}
    </RecordForm>
  );
}

/** The id of the unit that has the title, where that is why a change was refused. */
function titleOwner(error: unknown): number | undefined {
  if (!(error instanceof GatewayError) || error.fault !== 'title-taken') return undefined;
  const { id } = error.parameters;
  return typeof id === 'number' ? id : undefined;
}

type UnitMenuProps = {
  id: number;
  /** Title of a unit that can answer. */
  title: string | undefined;
  /** All sources are web pages. */
  isPage: boolean;
  /** What is not offered is left out, down to the history alone. */
  offers: ReturnType<typeof useUnitActions>['offers'];
  busy: boolean;
  validity: ReturnType<typeof useUnitValidity>;
  /** What can be done while the unit waits or is being indexed. */
  indexingActions: ComponentProps<typeof ActionMenu>['actions'];
  /** `asDraft`: what is read waits as a draft. */
  onReindex: (asDraft: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done to a unit. */
export function UnitMenu(props: UnitMenuProps) {
  const { id, title, isPage, offers, busy, validity, indexingActions, onReindex, onEdit, onDelete } = props;
  const { t } = useTranslation(['unit', 'terms']);
  const auditLogPath = useAuditLogPath({ kind: 'unit', subject: id });
  const { reindex, update, remove } = offers;
  const hasVersions = useCanUse(listVersions);
  const canDraft = useCanUse(draftTests) && title !== undefined;
  const canReadAsDraft = useCanUse(publishDrafts) && reindex !== undefined;
  const hasMenu =
    canReadAsDraft ||
    update !== undefined ||
    remove !== undefined ||
    auditLogPath !== undefined ||
    canDraft ||
    validity.canChange ||
    indexingActions.some(Boolean);
  return (
    <>
      {reindex ? (
        <BusyButton
          variant="outlined"
          startIcon={<RotateCw size={18} />}
          busy={busy}
          onClick={() => onReindex(false)}
        >
          {t(isPage ? 'action.refresh' : 'action.reindex')}
        </BusyButton>
      ) : null}
      {hasVersions ? (
        <LinkButton variant="outlined" startIcon={<History size={18} />} to={paths.unitVersions(id)}>
          {t('terms:history')}
        </LinkButton>
      ) : null}
      {hasMenu ? (
        <ActionMenu
          label={t('action.more')}
          size="medium"
          sx={{ border: 1, borderColor: 'line.strong' }}
          actions={[
            ...indexingActions,
            canReadAsDraft && {
              label: t(isPage ? 'action.refreshAsDraft' : 'action.reindexAsDraft'),
              icon: <FilePen size={18} />,
              onSelect: () => onReindex(true),
            },
            update && {
              label: t(isSureOffer(update) ? 'action.edit' : 'action.tryEdit'),
              icon: <Pencil size={18} />,
              onSelect: onEdit,
            },
            validity.canChange && {
              label: t(
                validity.validity?.off ? 'terms:availability.switchOn' : 'terms:availability.switchOff',
              ),
              icon: <Power size={18} />,
              onSelect: () => validity.switchTo(validity.validity?.off !== true),
            },
            validity.canChange && {
              label: t('validity.edit'),
              icon: <CalendarClock size={18} />,
              onSelect: validity.edit,
            },
            canDraft && {
              label: t('action.draftTests'),
              icon: <ListPlus size={18} />,
              to: paths.testBatch({ from: 'knowledge', index: [title] }),
            },
            auditLogPath === undefined
              ? undefined
              : {
                  label: t(hasVersions ? 'action.audit' : 'terms:history'),
                  icon: <History size={18} />,
                  to: auditLogPath,
                },
            remove && {
              label: t(isSureOffer(remove) ? 'action.delete' : 'action.tryDelete'),
              icon: <Trash2 size={18} />,
              destructive: true,
              onSelect: onDelete,
            },
          ]}
        />
      ) : null}
    </>
  );
}
