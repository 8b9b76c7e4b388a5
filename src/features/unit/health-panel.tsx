import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HealthReport } from '#contract/health.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { EncodingLine } from './encoding-line.tsx';
import { HealthFinding } from './health-finding.tsx';
import { countItems, isEncodingDoubtful, readItems } from './health-summary.ts';
import { LanguageBar } from './language-bar.tsx';

type HealthPanelProps = { health: HealthReport; name: string };

/** Whether the text of a source was sound: one calm line, and behind it what was repaired and what to look at. */
export function HealthPanel({ health, name }: HealthPanelProps) {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { repaired, leftOut, look } = countItems(health);
  const items = readItems(health);
  const isArabic = health.languages.some(({ script }) => script === 'Arab');
  const parts = [
    ...(health.encoding?.by === 'guess' && !isEncodingDoubtful(health) ? [t('guessed')] : []),
    ...(repaired > 0 ? [t('repaired', { count: repaired })] : []),
    ...(leftOut > 0 ? [t('leftOut', { count: leftOut })] : []),
    ...(look > 0 ? [t('look', { count: look })] : []),
  ];
  const summary = parts.length === 0 ? t('clean') : formats.list(parts);
  const Icon = look > 0 ? TriangleAlert : CircleCheck;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <Box
      component="section"
      aria-label={t(isArabic ? 'of' : 'ofOther', { name })}
      sx={{ marginBlockStart: 0.5 }}
    >
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 0.75,
          paddingBlock: 0.5,
          marginInlineStart: -0.5,
          paddingInline: 0.5,
          borderRadius: 1,
          textAlign: 'start',
          typography: 'body2',
        }}
      >
        <Box
          component="span"
          sx={{ display: 'flex', color: look > 0 ? 'saffron.fill' : 'leaf.fill', paddingBlockStart: '2px' }}
        >
          <Icon size={18} aria-hidden />
        </Box>
        <span>
          {t(isArabic ? 'title' : 'titleOther')}: <strong>{summary}</strong>
        </span>
        <Box
          component="span"
          sx={{
            display: 'flex',
            color: 'text.tertiary',
            paddingBlockStart: '4px',
            '[dir=rtl] & svg': open ? {} : { transform: 'scaleX(-1)' },
          }}
        >
          <Chevron size={16} aria-hidden />
        </Box>
      </ButtonBase>
      <Box id={id} hidden={!open} sx={{ '&:not([hidden])': { display: 'grid' }, gap: 1.5, paddingBlock: 1 }}>
        {open ? (
          <>
            <LanguageBar languages={health.languages} />
            {health.encoding ? <EncodingLine encoding={health.encoding} /> : null}
            {items.length === 0 ? (
              <Box component="p" sx={{ margin: 0, typography: 'body2', color: 'text.secondary' }}>
                {t('nothing')}
              </Box>
            ) : (
              <Box
                component="ul"
                sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}
              >
                {items.map((item) => (
                  <HealthFinding key={item.code} item={item} />
                ))}
              </Box>
            )}
          </>
        ) : null}
      </Box>
    </Box>
  );
}
