import FileUp from 'virtual:lucide/file-up';
import Globe from 'virtual:lucide/globe';
import PenLine from 'virtual:lucide/pen-line';
import Plus from 'virtual:lucide/plus';
import Trash2 from 'virtual:lucide/trash';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import type { SourceEntryView } from '../source-entry.tsx';
import type { SourceForm } from './suggest-repair.ts';
import type { SourceDialogTarget } from './use-source-dialog.ts';

type SourceMenuProps = {
  unitId: number;
  source: SourceEntryView;
  /** Whether the source is the only one of its unit, and so cannot be removed. */
  isLast: boolean;
  onChoose: (target: SourceDialogTarget) => void;
};

/** Menu of the actions on a source. */
export function SourceMenu({ unitId, source, isLast, onChoose }: SourceMenuProps) {
  const { t } = useTranslation('repair');
  const { id: sourceId, name, knowledgeSource, isWritten } = source;
  const isUrl = knowledgeSource === KNOWLEDGE_SOURCE.url;
  const replace = (form: SourceForm) => () => onChoose({ kind: 'replace', sourceId, form });
  return (
    <ActionMenu
      label={t('menuFor', { name })}
      actions={[
        isWritten && {
          label: t('editText'),
          icon: <PenLine size={18} />,
          to: paths.unitText(unitId, sourceId),
        },
        isUrl
          ? { label: t('changeAddress'), icon: <Globe size={18} />, onSelect: replace('address') }
          : undefined,
        {
          label: t(isUrl ? 'replaceWithFile' : 'replaceFile'),
          icon: <FileUp size={18} />,
          onSelect: replace('file'),
        },
        { label: t('add'), icon: <Plus size={18} />, onSelect: () => onChoose({ kind: 'add' }) },
        isLast
          ? undefined
          : {
              label: t('remove'),
              icon: <Trash2 size={18} />,
              destructive: true,
              divided: true,
              onSelect: () => onChoose({ kind: 'remove', sourceId }),
            },
      ]}
    />
  );
}
