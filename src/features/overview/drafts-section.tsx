import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useDraftCount } from '#src/ui/draft/use-draft-count.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/section.tsx';

/** How many changes wait to go live; nothing without drafts. */
export function DraftsSection() {
  const { t } = useTranslation('overview');
  const count = useDraftCount();
  if (count === 0) return null;
  return (
    <Section
      heading={t('drafts.question')}
      statement={t('drafts.waiting', { count })}
      action={<TextLink to={paths.drafts()}>{t('drafts.open')}</TextLink>}
      sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      {null}
    </Section>
  );
}
