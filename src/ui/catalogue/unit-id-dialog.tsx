import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleKey } from '#common/title-key.ts';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { getUnit } from '#contract/operations/units.ts';
import { useGateway, useLocalCatalogue } from '#src/api/hooks/gateway-context.tsx';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import { NotFound } from '#src/api/transport/gateway-errors.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { parseUnitId } from '#src/ui/unit/parse-number.ts';

type UnitIdDialogProps = {
  /** An entry without an id. */
  entry: CatalogueUnit;
  /** With the unit that the entry is now, or without one. */
  onClose: (unit?: KnowledgeUnit) => void;
};

/** Looks the unit of an id up; a unit of the same title is taken at once. */
function useUnitLookup(entry: CatalogueUnit, onTaken: (unit: KnowledgeUnit) => void) {
  const gateway = useGateway();
  const catalogue = useLocalCatalogue();
  const take = (unit: KnowledgeUnit) => {
    const { id, title, description, sourceStatus } = unit;
    catalogue.identify(entry.key, { id, title, description, sourceStatus });
    onTaken(unit);
  };
  const lookup = useMutation({
    mutationFn: (knowledgeId: number) => gateway.call(getUnit, { params: { knowledgeId } }),
    onSuccess: (unit) => {
      if (titleKey(unit.title) === titleKey(entry.title)) take(unit);
    },
  });
  return { ...lookup, take };
}

/** Asks for the id of a unit. The gateway says what is under it; a unit of another title is taken once that is confirmed. */
export function UnitIdDialog({ entry, onClose }: UnitIdDialogProps) {
  const { t } = useTranslation('catalogue');
  const [typed, setTyped] = useState(entry.idHint === undefined ? '' : String(entry.idHint));
  const [invalid, setInvalid] = useState(false);
  const { data: other, error, isPending, variables, mutate, reset, take } = useUnitLookup(entry, onClose);
  const isMissing = error instanceof NotFound;
  const problem = invalid
    ? t('id.invalid')
    : isMissing
      ? t('id.missing', { id: String(variables) })
      : undefined;
  const submit = () => {
    if (isPending) return;
    const id = parseUnitId(typed);
    setInvalid(id === undefined);
    if (other) take(other);
    else if (id !== undefined) mutate(id);
  };
  return (
    <FormDialog
      title={t('id.title')}
      submit={{
        busy: isPending,
        children: other === undefined ? t('id.save') : t('id.useOther', { id: String(other.id) }),
      }}
      closable
      onSubmit={submit}
      onClose={() => onClose()}
    >
      <div>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <BidiText>{entry.title}</BidiText>
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {t(entry.idHint === undefined ? 'id.text' : 'id.hint')}
        </Typography>
      </div>
      <TextField
        label={t('id.label')}
        size="small"
        value={typed}
        autoFocus
        error={problem !== undefined}
        helperText={problem === undefined ? undefined : <span role="alert">{problem}</span>}
        onChange={({ target }) => {
          setTyped(target.value);
          setInvalid(false);
          reset();
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off' } }}
      />
      {other === undefined ? null : (
        <Notice severity="warning" title={t('id.differs', { id: String(other.id) })}>
          <BidiText>{other.title}</BidiText>
        </Notice>
      )}
      {isMissing ? null : <FaultNotice error={error} onDismiss={reset} />}
    </FormDialog>
  );
}
