import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';
import { HealthLegend } from './health-legend.tsx';
import type { Health } from './read-health.ts';
import { Section } from '#src/components/section.tsx';
import { StatusBar } from './status-bar.tsx';

function useSentences(health: Health): string[] {
  const { t } = useTranslation('overview');
  if (health.kind === 'nothing') return [t('health.noList')];
  if (health.kind === 'total') return [t('health.total', { count: health.total })];
  const { units, total } = health;
  const moving = units.waiting + units.indexing;
  const first =
    units.ready === total
      ? t('health.allReady', { count: total })
      : units.ready === 0
        ? t('health.noneReady')
        : t('health.someReady', { count: total, ready: units.ready });
  return [
    first,
    ...(units.failed > 0 ? [t('health.failed', { count: units.failed })] : []),
    ...(moving > 0 ? [t('health.moving', { count: moving })] : []),
  ];
}

/** Is the knowledge healthy? A sentence, a bar, a line for each status. */
export function HealthSection({ health }: { health: Health }) {
  const { t } = useTranslation(['overview', 'shell']);
  const sentences = useSentences(health);
  return (
    <Section
      heading={t('health.question')}
      statement={sentences.map((sentence) => (
        <Box component="span" key={sentence} sx={{ display: 'block' }}>
          {sentence}
        </Box>
      ))}
    >
      {health.kind === 'counts' ? (
        <>
          <StatusBar units={health.units} />
          <HealthLegend units={health.units} />
        </>
      ) : health.kind === 'total' ? (
        <Box sx={{ color: 'text.secondary' }}>
          {t('health.noMeaning')} <TextLink to={paths.settings()}>{t('shell:settings')}</TextLink>
        </Box>
      ) : (
        <TextLink to={paths.knowledge()}>{t('shell:knowledge')}</TextLink>
      )}
    </Section>
  );
}
