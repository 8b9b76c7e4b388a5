import BookOpen from 'virtual:lucide/book-open';
import Equal from 'virtual:lucide/equal';
import FilePlus from 'virtual:lucide/file-plus-2';
import ListPlus from 'virtual:lucide/list-plus';
import Wrench from 'virtual:lucide/wrench';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import type { Report } from '#contract/reports.ts';
import { useHasPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';

/** A question that is short enough to be an expression of synonyms. */
function expressionOf(question: string): string | undefined {
  const expression = question.replace(/[?؟\s]+$/u, '');
  const isShort =
    expression.length <= SYNONYM_LIMITS.characters && expression.split(/\s+/u).length <= SYNONYM_LIMITS.words;
  return isShort ? expression : undefined;
}

type QuestionMenuProps = { question: string; unit?: Report['unit']; hasTest?: boolean };

/** What helps a question that was answered wrongly, or not at all. */
export function QuestionMenu({ question, unit, hasTest = false }: QuestionMenuProps) {
  const { t } = useTranslation('inbox');
  const canEdit = useHasPermission('editKnowledge') === true;
  const canTest = useHasPermission('editTests') === true;
  const add = expressionOf(question);
  return (
    <ActionMenu
      label={t('action.menu', { question })}
      actions={[
        unit?.exists === true && {
          label: t('action.passage'),
          icon: <BookOpen size={18} />,
          to: paths.unit(unit.id, { section: unit.sectionTitle }),
        },
        canEdit &&
          unit?.exists === true && {
            label: t('action.unit'),
            icon: <Wrench size={18} />,
            to: paths.unit(unit.id),
          },
        canEdit && {
          label: t('action.synonym'),
          icon: <Equal size={18} />,
          to: paths.synonyms(add === undefined ? {} : { add }),
        },
        canEdit && {
          label: t('action.knowledge'),
          icon: <FilePlus size={18} />,
          to: paths.addKnowledge(),
        },
        canTest &&
          !hasTest && {
            label: t('action.test'),
            icon: <ListPlus size={18} />,
            to: paths.tests({ add: question }),
          },
      ]}
    />
  );
}
