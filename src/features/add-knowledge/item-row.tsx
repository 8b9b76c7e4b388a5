import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { BadRequest, TooLarge, UnsupportedType } from '#src/api/errors.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { extensionOf } from './check-file.ts';
import type { Item, Registration } from './intake-types.ts';
import { nameOf } from './intake-types.ts';
import { ReplaceButton } from './replace-button.tsx';
import { RowDetail } from './row-detail.tsx';
import { RowFrame } from './row-frame.tsx';
import type { Standing } from './standing.ts';
import { isFailure, StandingWords } from './standing-words.tsx';
import { TitleField } from './title-field.tsx';

/** What a row may ask of the page; the same functions for every row. */
export type RowActions = {
  cancel: (key: string) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  replace: (key: string, file: File) => void;
  anotherTitle: (key: string) => void;
  register: (key: string) => void;
  typed: (key: string) => void;
};

type ItemRowProps = {
  item: Item;
  standing: Standing;
  issue: string | undefined;
  registration: Registration | undefined;
  accepted: readonly string[];
  actions: RowActions;
  /** False in a unit made of all. */
  titled: boolean;
  /** The unit that has the title. */
  takenBy: number | undefined;
};

function ItemIcon({ item }: { item: Item }) {
  if (item.kind === 'url') return <Globe size={20} aria-hidden />;
  const table = ['xlsx', 'xls', 'csv', 'ods', 'tsv'].includes(extensionOf(item.name));
  return table ? <FileSpreadsheet size={20} aria-hidden /> : <FileText size={20} aria-hidden />;
}

function RowAction({
  item,
  standing,
  actions,
  takenBy,
}: Pick<ItemRowProps, 'item' | 'standing' | 'actions' | 'takenBy'>) {
  const { t } = useTranslation('add');
  const upload = item.kind === 'file' ? item.upload : undefined;
  const replace = (label: string) => (
    <ReplaceButton label={label} onFile={(file) => actions.replace(item.key, file)} />
  );
  const button = (label: string, act: (key: string) => void) => (
    <Button variant="outlined" size="small" onClick={() => act(item.key)}>
      {label}
    </Button>
  );
  if (standing === 'refused') return replace(t('action.replaceFile'));
  if (standing === 'gone') return replace(t('action.chooseFile'));
  if (standing === 'cancelled') return button(t('action.sendAgain'), actions.retry);
  if (upload?.step === 'failed') {
    const { error } = upload;
    const itsFault =
      error instanceof BadRequest || error instanceof TooLarge || error instanceof UnsupportedType;
    return itsFault ? replace(t('action.replaceFile')) : button(t('action.retry'), actions.retry);
  }
  if (standing === 'titleTaken' || standing === 'titleRepeated') {
    return (
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {takenBy === undefined ? null : (
          <LinkButton size="small" to={paths.unit(takenBy)}>
            {t('action.openUnit')}
          </LinkButton>
        )}
        {button(t('action.anotherTitle'), actions.anotherTitle)}
      </Box>
    );
  }
  return standing === 'notRegistered' ? button(t('action.retry'), actions.register) : null;
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, standing, issue, registration, accepted, actions, titled, takenBy } = props;
  const { t } = useTranslation('add');
  const formats = useFormats();
  const name = nameOf(item);
  const problemId = `problem-${item.key}`;
  const upload = item.kind === 'file' ? item.upload : undefined;
  const size =
    item.kind === 'url'
      ? t('row.webPage')
      : upload?.step === 'uploading'
        ? t('row.progress', { sent: formats.bytes(upload.sent), total: formats.bytes(item.size) })
        : formats.bytes(item.size);
  const busy = upload?.step === 'uploading';
  const removeLabel = t(busy ? 'row.cancel' : 'row.remove', { name });
  const typed = () => actions.typed(item.key);
  return (
    <RowFrame
      failed={isFailure(standing)}
      icon={<ItemIcon item={item} />}
      identity={
        <>
          {titled ? (
            <TitleField
              name={`items.${item.key}.title`}
              of={name}
              wrong={standing === 'titleWrong' || standing === 'titleTaken' || standing === 'titleRepeated'}
              describedBy={problemId}
              onTyped={typed}
            />
          ) : null}
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', color: 'text.tertiary', minWidth: 0 }}>
            <MonoText truncate>{name}</MonoText>
            <Typography variant="caption" component="span" sx={{ flexShrink: 0 }}>
              {size}
            </Typography>
          </Box>
        </>
      }
      status={<StandingWords standing={standing} />}
      detail={
        <RowDetail
          id={problemId}
          item={item}
          standing={standing}
          issue={issue}
          registration={registration}
          accepted={accepted}
          name={name}
          onTyped={typed}
          describable={titled}
        />
      }
      action={<RowAction item={item} standing={standing} actions={actions} takenBy={takenBy} />}
      remove={
        standing === 'registering' ? null : (
          <Tooltip title={removeLabel} describeChild={false}>
            <IconButton
              size="small"
              aria-label={removeLabel}
              onClick={() => (busy ? actions.cancel : actions.remove)(item.key)}
            >
              <X size={18} />
            </IconButton>
          </Tooltip>
        )
      }
    />
  );
});
