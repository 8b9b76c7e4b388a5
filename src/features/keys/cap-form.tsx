import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Caps } from '#contract/keys.ts';
import type { ListedKey } from '#contract/session.ts';
import { LEDGERS, type Ledger } from '#contract/usage.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { RecordForm } from '#src/ui/record-form.tsx';
import { useChangeKey } from './use-keys.ts';

type CapFormProps = { view: ListedKey; onSaved: () => void; onCancel: () => void };

/** Raises the caps of a key, with what was used of them. */
export function CapForm({ view, onSaved, onCancel }: CapFormProps) {
  const { t } = useTranslation(['keys', 'spending', 'terms']);
  const formats = useFormats();
  const change = useChangeKey();
  const [caps, setCaps] = useState<Caps>(view.caps);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('input')?.focus();
  }, []);
  const capped = LEDGERS.filter((ledger) => view.caps[ledger] !== undefined);
  const ledgers = capped.length > 0 ? capped : LEDGERS;
  const isWrong = (ledger: Ledger) => Number.isNaN(caps[ledger]);
  const setCap = (ledger: Ledger, cap: number | undefined) =>
    setCaps((before) => {
      const next = { ...before };
      if (cap === undefined) delete next[ledger];
      else next[ledger] = cap;
      return next;
    });
  const submit = () => {
    if (!ledgers.some(isWrong)) change.mutate({ id: view.id, change: { caps } }, { onSuccess: onSaved });
  };
  return (
    <RecordForm
      ref={form}
      label={t('raise.title', { name: view.name })}
      heading={t('raise.title', { name: view.name })}
      level="h3"
      submitLabel={t('form.save')}
      busy={change.isPending}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {ledgers.map((ledger) => {
        const cap = view.caps[ledger];
        const used = view.used?.[ledger] ?? 0;
        return (
          <Box key={ledger} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
            <IntegerField
              label={t(`terms:ledger.${ledger}`)}
              unit={t(`terms:unit.${ledger}`)}
              value={caps[ledger]}
              error={isWrong(ledger) ? t('raise.wrong') : undefined}
              hint={t('raise.hint', { used: t(`spending:amount.${ledger}`, { count: used }) })}
              onChange={(amount) => setCap(ledger, amount)}
            />
            {cap === undefined || cap === 0 ? null : (
              <Button variant="outlined" onClick={() => setCap(ledger, cap * 2)}>
                {t('raise.double', { amount: formats.number(cap * 2) })}
              </Button>
            )}
          </Box>
        );
      })}
      <FaultNotice error={change.error} onDismiss={change.reset} />
    </RecordForm>
  );
}
