import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PassageBlock, PassageBlocks } from '#contract/edits.ts';
import { passageBlocks } from '#contract/operations/edits.ts';
import { listDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useLocale } from '#src/i18n/locale.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextDiff } from '#src/ui/diff/text-diff.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FieldSet } from '#src/ui/field-set.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { changesOf, type EditKind, isHeader, previewOf, textsOf } from './edit-changes.ts';
import { useAddEdit } from './use-edits.ts';

interface EditDialogProps {
  unitId: number;
  ordinal: number;
  kind: EditKind;
  etag: string | undefined;
  onClose: () => void;
}

/** Corrects a passage, switches it off or adds text after it, with a preview of what that changes. */
export function EditDialog(props: EditDialogProps) {
  const { unitId, ordinal, kind, onClose } = props;
  const { t } = useTranslation(['unit', 'common']);
  const headingId = useId();
  const blocks = useRead(
    passageBlocks,
    { params: { knowledgeId: unitId, ordinal } },
    { staleTime: 0, refetchOnWindowFocus: false },
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={headingId} fullWidth maxWidth="sm">
      <DialogTitle id={headingId}>{t(`edits.title.${kind}`, { number: ordinal + 1 })}</DialogTitle>
      {blocks.data ? (
        <EditForm {...props} blocks={blocks.data} />
      ) : (
        <>
          <DialogContent>
            {blocks.error === null ? <SkeletonRows rows={3} /> : <FaultNotice error={blocks.error} />}
          </DialogContent>
          <DialogActions sx={{ padding: 3, paddingBlockStart: 0 }}>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function EditForm({ unitId, kind, etag, onClose, blocks }: EditDialogProps & { blocks: PassageBlocks }) {
  const { t } = useTranslation(['unit', 'common']);
  const save = useAddEdit(unitId, etag);
  const offersDrafts = useCanUse(listDrafts);
  // What was read when the dialog was opened: a new index would put other texts under the same fields.
  const [opened] = useState(blocks);
  const [texts, setTexts] = useState(() => opened.items.map(textsOf));
  const [added, setAdded] = useState('');
  const changes = changesOf(kind, opened, { texts, added });
  const { before, after } = previewOf(kind, opened, { texts, added });
  const { sourceId, readingId } = opened;
  const submit = (asDraft: boolean) => {
    if (changes !== undefined)
      save.mutate({ body: { sourceId, readingId, changes }, asDraft }, { onSuccess: onClose });
  };
  const setText = (index: number, cell: number, text: string) =>
    setTexts((rows) => rows.map((row, place) => (place === index ? row.with(cell, text) : row)));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {kind === 'hide' ? <p style={{ margin: 0 }}>{t('edits.hideText')}</p> : null}
        {kind === 'replace'
          ? opened.items.map((item, index) => (
              <BlockFields
                key={`${item.block}/${item.row}`}
                item={item}
                number={index + 1}
                texts={texts[index] ?? []}
                onText={(cell, text) => setText(index, cell, text)}
              />
            ))
          : null}
        {kind === 'insert' ? (
          <TextField
            label={t('edits.text')}
            helperText={t('edits.textHelp')}
            multiline
            minRows={3}
            maxRows={12}
            value={added}
            onChange={({ target }) => setAdded(target.value)}
            slotProps={{ htmlInput: { dir: 'auto' } }}
          />
        ) : null}
        <FieldSet label={t('edits.preview')}>
          {before === after ? (
            <SmallText>{t('edits.unchanged')}</SmallText>
          ) : (
            <TextDiff before={before} after={after} />
          )}
        </FieldSet>
        <FaultNotice error={save.error} onDismiss={save.reset} />
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{ padding: { xs: 2, sm: 3 }, paddingBlockStart: 0, gap: 1, flexWrap: 'wrap' }}
      >
        <Button onClick={onClose} disabled={save.isPending}>
          {t('common:cancel')}
        </Button>
        {offersDrafts ? (
          <Button
            variant="outlined"
            disabled={save.isPending || changes === undefined}
            onClick={() => submit(true)}
          >
            {t('edits.saveAsDraft')}
          </Button>
        ) : null}
        <BusyButton type="submit" variant="contained" busy={save.isPending} disabled={changes === undefined}>
          {t('edits.save')}
        </BusyButton>
      </DialogActions>
    </form>
  );
}

interface BlockFieldsProps {
  item: PassageBlock;
  number: number;
  texts: readonly string[];
  onText: (cell: number, text: string) => void;
}

/** The text of a block, the names of columns, or the cells of a row under these. */
function BlockFields({ item, number, texts, onText }: BlockFieldsProps) {
  const { t } = useTranslation('unit');
  const { direction } = useLocale();
  const field = (cell: number, label: string) => (
    <TextField
      key={cell}
      label={label}
      size="small"
      multiline
      maxRows={12}
      value={texts[cell] ?? ''}
      onChange={({ target }) => onText(cell, target.value)}
      slotProps={{ htmlInput: { dir: 'auto' } }}
      // Numbers alone run from the left, and stand where the words of other cells do.
      sx={
        /\p{L}/u.test(texts[cell] ?? '') || direction === 'ltr' ? {} : { '& textarea': { textAlign: 'end' } }
      }
    />
  );
  if (item.cells === null) return field(0, t('edits.block', { number }));
  return (
    <FieldSet
      label={isHeader(item) ? t('edits.header') : t('edits.row', { number: item.row + 1 })}
      hint={isHeader(item) ? t('edits.headerHint') : undefined}
    >
      {item.cells.map((_, cell) =>
        field(cell, item.header?.[cell]?.trim() || t('edits.cell', { number: cell + 1 })),
      )}
    </FieldSet>
  );
}
