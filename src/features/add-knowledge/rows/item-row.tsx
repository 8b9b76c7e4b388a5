import FileSpreadsheet from 'virtual:lucide/file-spreadsheet';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFileProblem, extensionOf } from '#src/features/add-knowledge/intake/check-file.ts';
import { type Item, itemName } from '#src/features/add-knowledge/intake/intake-types.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { DryReason, DryWarnings, useDryFacts } from './dry-facts.tsx';
import { KnownDetail } from './known-actions.tsx';
import type { RowActions } from './row-actions.ts';
import { RetryAction, RowButton, RowLayout, UnitAction } from './row-layout.tsx';
import {
  isFailedStatus,
  isTitleInvalid,
  RowFailure,
  RowStatusLabel,
  type UnitDraftState,
  useUnitProblem,
} from './row-status.tsx';
import { DescriptionField, TitleField, TitleText } from './text-fields.tsx';
import { isUnreadable } from './use-dry-readings.ts';

type UploadProgressProps = { name: string; sent: number; total: number; secondsLeft: number | undefined };

function UploadProgress({ name, sent, total, secondsLeft }: UploadProgressProps) {
  const { t } = useTranslation('add');
  const formats = useFormats();
  const share = total > 0 ? sent / total : 0;
  const remaining =
    secondsLeft === undefined
      ? ''
      : secondsLeft < 90
        ? t('row.secondsLeft', { count: secondsLeft })
        : t('row.minutesLeft', { count: Math.round(secondsLeft / 60) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ flex: '0 1 200px', minWidth: 60 }}>
        <Meter kind="progress" value={share} label={t('row.uploadOf', { name })} />
      </Box>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', minWidth: '4ch' }}>
        {formats.percent(Math.floor(share * 100) / 100)}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {remaining}
      </Box>
    </Box>
  );
}

type RowDetailProps = ItemRowProps & { id: string; name: string; onTextChange: () => void };

/** The third column: what is under way, what is wrong, or the description. */
function RowDetail(props: RowDetailProps) {
  const { id, item, status, name, onTextChange, hasTitle } = props;
  const { t } = useTranslation('add');
  const formats = useFormats();
  const unitProblem = useUnitProblem({ ...props, size: item.kind === 'file' ? item.size : undefined });
  const upload = item.kind === 'file' ? item.upload : undefined;
  if (upload?.step === 'uploading') return <UploadProgress name={name} {...upload} />;

  const problem =
    upload?.step === 'refused' ? (
      describeFileProblem(upload.problem, t, formats)
    ) : upload?.step === 'failed' ? (
      <RowFailure error={upload.error} />
    ) : status === 'cancelled' || status === 'gone' ? (
      t(`problem.${status}`)
    ) : (
      unitProblem
    );
  return (
    <>
      {problem === undefined ? null : (
        <Box id={id} component="span" role={status === 'unreadable' ? undefined : 'status'}>
          {problem}
        </Box>
      )}
      {status === 'ready' || !hasTitle ? <DryWarnings reading={props.dry} /> : null}
      {!hasTitle && props.dry?.reason && isUnreadable(props.dry) ? (
        <DryReason reason={props.dry.reason} />
      ) : null}
      {status === 'ready' && props.match?.unit.inBin === true ? (
        <KnownDetail match={props.match} size={undefined} />
      ) : null}
      {hasTitle && status !== 'registering' && (problem === undefined || status === 'descriptionWrong') ? (
        <DescriptionField
          name={`items.${item.key}.description`}
          itemName={name}
          onTextChange={onTextChange}
        />
      ) : null}
    </>
  );
}

/** Button to replace a file. */
function ReplaceButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <RowButton label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}

type ItemRowProps = UnitDraftState & {
  item: Item;
  actions: RowActions;
  /** False in a unit made of all: its title and description stand once, above. */
  hasTitle: boolean;
};

function ItemIcon({ item }: { item: Item }) {
  if (item.kind === 'url') return <Globe size={20} aria-hidden />;
  const table = ['xlsx', 'xls', 'csv', 'ods', 'tsv'].includes(extensionOf(item.name));
  return table ? <FileSpreadsheet size={20} aria-hidden /> : <FileText size={20} aria-hidden />;
}

function RowAction(props: Omit<ItemRowProps, 'hasTitle'>) {
  const { item, status, actions } = props;
  const { t } = useTranslation('add');
  const replace = (label: string) => (
    <ReplaceButton label={label} onFile={(file) => actions.replace(item.key, file)} />
  );
  if (status === 'refused') return replace(t('action.replaceFile'));
  if (status === 'gone') return replace(t('action.chooseFile'));
  const retry = () => actions.retry(item.key);
  if (status === 'cancelled') return <RowButton label={t('action.sendAgain')} onClick={retry} />;
  const upload = item.kind === 'file' ? item.upload : undefined;
  if (upload?.step === 'failed' && status === 'failed')
    return (
      <RetryAction
        error={upload.error}
        repeatAt={upload.repeatAt}
        onRetry={retry}
        onRepeat={() => actions.retry(item.key, (upload.repeats ?? 0) + 1)}
        onCancel={() => actions.stopRepeat(item.key)}
      />
    );
  return <UnitAction unitKey={item.key} name={itemName(item)} {...props} />;
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, status, actions, hasTitle } = props;
  const { t } = useTranslation('add');
  const formats = useFormats();
  const name = itemName(item);
  const problemId = `problem-${item.key}`;
  const upload = item.kind === 'file' ? item.upload : undefined;
  const size =
    item.kind === 'url'
      ? t('row.webPage')
      : upload?.step === 'uploading'
        ? t('row.progress', { sent: formats.bytes(upload.sent), total: formats.bytes(item.size) })
        : formats.bytes(item.size);
  const facts = useDryFacts(props.dry);
  const busy = upload?.step === 'uploading';
  const onTextChange = () => actions.onTextChange(item.key);
  return (
    <RowLayout
      failed={isFailedStatus(status)}
      icon={<ItemIcon item={item} />}
      identity={
        <>
          {hasTitle && status === 'registering' ? (
            <TitleText name={`items.${item.key}.title`} />
          ) : hasTitle ? (
            <TitleField
              name={`items.${item.key}.title`}
              itemName={name}
              invalid={isTitleInvalid(status)}
              describedBy={problemId}
              onTextChange={onTextChange}
            />
          ) : null}
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', color: 'text.tertiary', minWidth: 0 }}>
            <MonoText truncate>{name}</MonoText>
            <Typography variant="caption" component="span" sx={{ flexShrink: 0 }}>
              {[size, ...(facts === '' ? [] : [facts])].join(' · ')}
            </Typography>
          </Box>
        </>
      }
      status={<RowStatusLabel status={status} />}
      detail={<RowDetail {...props} id={problemId} name={name} onTextChange={onTextChange} />}
      action={<RowAction {...props} />}
      remove={
        status === 'registering' ? null : (
          <IconAction
            label={t(busy ? 'row.cancel' : 'row.remove', { name })}
            onClick={() => (busy ? actions.cancel : actions.remove)(item.key)}
          >
            <X size={18} />
          </IconAction>
        )
      }
    />
  );
});
