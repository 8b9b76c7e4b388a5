import ArchiveRestore from 'virtual:lucide/archive-restore';
import type { ButtonProps } from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { titleHolderIn, type UnitRef, useRestoreUnit } from './use-bin.ts';

type RestoreButtonProps = Pick<ButtonProps, 'size' | 'variant'> & {
  unit: UnitRef;
  onRestored: (unit: KnowledgeUnit) => void;
  onError: (error: unknown) => void;
};

/** Takes a unit out of the bin; where its title was taken meanwhile, asks for another. */
export function RestoreButton({ unit, onRestored, onError, ...button }: RestoreButtonProps) {
  const { t } = useTranslation('bin');
  const restore = useRestoreUnit();
  const [holder, setHolder] = useState<UnitRef>();
  const start = () => {
    onError(undefined);
    // Callbacks of `mutate` are lost with the button, which goes once the bin is read again.
    restore.mutateAsync({ id: unit.id }).then(onRestored, (error: unknown) => {
      const taken = titleHolderIn(error);
      if (taken === undefined) onError(error);
      else setHolder(taken);
    });
  };
  return (
    <>
      <BusyButton
        {...button}
        aria-label={t('restoreNamed', { title: unit.title })}
        startIcon={<ArchiveRestore size={16} />}
        busy={restore.isPending}
        onClick={start}
      >
        {t('restore')}
      </BusyButton>
      {holder === undefined ? null : (
        <RestoreDialog
          unit={unit}
          holder={holder}
          onRestored={(restored) => {
            setHolder(undefined);
            onRestored(restored);
          }}
          onClose={() => setHolder(undefined)}
        />
      )}
    </>
  );
}
