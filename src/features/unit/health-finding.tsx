import Box from '@mui/material/Box';
import CircleCheck from 'lucide-react/icons/circle-check';
import EyeOff from 'lucide-react/icons/eye-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import type { HealthSample } from '#contract/health.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { type KnownItem, wantsLook } from './health-summary.ts';

/** One thing found in the text of a source: what, how often, what was done, what to do next, and how it looked. */
export function HealthFinding({ item }: { item: KnownItem }) {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const { code, state, found, settled, pages, certainty, samples } = item;
  const look = wantsLook(item);
  const Icon = look ? TriangleAlert : state === 'leftOut' ? EyeOff : CircleCheck;
  const facts = [
    t(`state.${state}`, { settled: formats.number(settled), found: formats.number(found) }),
    ...(certainty === null ? [] : [t('certainty', { certainty: formats.percent(certainty / 100) })]),
    ...(pages.length === 0
      ? []
      : [t('onPages', { pages: pages.map((page) => formats.number(page)).join(' · ') })]),
  ];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start', minWidth: 0 }}>
      <Box
        component="span"
        sx={{
          display: 'flex',
          color: look ? 'saffron.fill' : state === 'leftOut' ? 'text.tertiary' : 'leaf.fill',
          paddingBlockStart: '2px',
        }}
      >
        <Icon size={18} aria-hidden />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, typography: 'body2' }}>
        <div>{t('item', { title: t(`title_of.${code}`), found: formats.number(found) })}</div>
        <Box sx={{ color: look ? 'saffron.ink' : 'text.secondary' }}>{facts.join(' · ')}</Box>
        <Box sx={{ color: 'text.secondary' }}>{t(`next.${code}`)}</Box>
        <Samples samples={samples} isLost={code === 'broken-letters'} />
      </Box>
    </Box>
  );
}

function Samples({ samples, isLost }: { samples: readonly HealthSample[]; isLost: boolean }) {
  const { t } = useTranslation('health');
  if (samples.length === 0) return null;
  const isPair = samples.some(({ after }) => after !== '');
  return (
    <Box component="details" sx={{ marginBlockStart: 0.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'teal.ink', width: 'fit-content' }}>
        {t(isPair ? 'samples' : isLost ? 'lostSamples' : 'leftOutSamples')}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1, marginBlockStart: 0.5 }}
      >
        {samples.map(({ before, after }) => (
          <Box
            component="li"
            key={`${before} ${after}`}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              paddingInlineStart: 1,
              borderInlineStart: 2,
              borderColor: 'line.firm',
              overflowWrap: 'anywhere',
            }}
          >
            {isPair ? (
              <Side label={t('before')} text={before} />
            ) : (
              <Box component="span" dir="auto" sx={{ unicodeBidi: 'plaintext' }}>
                {before}
              </Box>
            )}
            {isPair ? <Side label={t('after')} text={after} /> : null}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
        {label}
      </Box>
      <Box component="span" dir="auto" sx={{ unicodeBidi: 'plaintext' }}>
        {text}
      </Box>
    </>
  );
}
