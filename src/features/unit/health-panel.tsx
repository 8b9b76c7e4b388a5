import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronRight from 'virtual:lucide/chevron-right';
import CircleCheck from 'virtual:lucide/circle-check';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HealthEncoding, HealthLanguage, HealthReport } from '#contract/health.ts';
import { useFormats, useLocale } from '#src/i18n/locale.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { countFindings, HealthFinding, isEncodingDoubtful, knownFindings } from './health-finding.tsx';

const BAR_COLORS = ['teal.fill', 'saffron.fill', 'leaf.fill', 'brick.fill'] as const;
/** A thinner slice cannot be seen. */
const MIN_SLICE_PERCENT = 1;

/** A language by its name, or its script's where no more is known. */
function languageName({ language, script }: HealthLanguage, locale: string): string {
  const [type, code] = language === 'und' ? (['script', script] as const) : (['language', language] as const);
  try {
    return new Intl.DisplayNames(locale, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A part is never rounded to 100 %. */
const decimalsOf = (share: number) => (share < 0.1 || (share > 0.99 && share < 1) ? 1 : 0);

/** What a source is written in, by letters: a bar, and the same in words. */
function LanguageBar({ languages }: { languages: readonly HealthLanguage[] }) {
  const { t } = useTranslation('health');
  const { language: locale } = useLocale();
  const formats = useFormats();
  if (languages.length === 0) return null;
  const words = languages.map((language) => ({
    ...language,
    name: languageName(language, locale),
    percent: formats.percent(language.share, decimalsOf(language.share)),
  }));
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          height: 6,
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'line.firm',
          gap: '1px',
        }}
      >
        {words.map(({ script, share }, index) => (
          <Box
            key={script}
            sx={{
              width: `${Math.max(share * 100, MIN_SLICE_PERCENT)}%`,
              bgcolor: BAR_COLORS[index] ?? 'text.tertiary',
            }}
          />
        ))}
      </Box>
      <PlainList aria-label={t('languages')} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        {words.map(({ script, name, percent }, index) => (
          <Box
            component="li"
            key={script}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              typography: 'caption',
              color: 'text.secondary',
            }}
          >
            <Box
              aria-hidden
              sx={{ width: 8, height: 8, borderRadius: '2px', bgcolor: BAR_COLORS[index] ?? 'text.tertiary' }}
            />
            {t('language', { name, share: percent })}
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

/** The encoding's name in its common spelling. */
const encodingLabel = (label: string) => label.replace(/^utf/u, 'UTF').replace(/^windows/u, 'Windows');

/** The encoding by which the bytes were read, and how it was determined. */
function EncodingLine({ encoding }: { encoding: HealthEncoding }) {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const { label, evidence, confidence, declared } = encoding;
  const isGuess = evidence === 'guess';
  return (
    <Box component="p" sx={{ margin: 0, typography: 'body2' }}>
      {t(`encoding.${evidence}`, {
        label: encodingLabel(label),
        confidence: formats.percent(confidence / 100),
      })}
      .{declared === null ? null : ` ${t('encoding.declared', { declared: encodingLabel(declared) })}`}
      {isGuess ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {t('encoding.next')}
        </Box>
      ) : null}
    </Box>
  );
}

/** What was repaired, left out and found, in a few words. */
function useHealthSummary(health: HealthReport): string {
  const { t } = useTranslation('health');
  const formats = useFormats();
  const { repaired, leftOut, look: reviewCount } = countFindings(health);
  const parts = [
    ...(health.encoding?.evidence === 'guess' && !isEncodingDoubtful(health) ? [t('guessed')] : []),
    ...(repaired > 0 ? [t('repaired', { count: repaired })] : []),
    ...(leftOut > 0 ? [t('leftOut', { count: leftOut })] : []),
    ...(reviewCount > 0 ? [t('look', { count: reviewCount })] : []),
  ];
  return parts.length === 0 ? t('clean') : formats.list(parts);
}

const summaryStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.75,
  padding: 0.5,
  marginInlineStart: -0.5,
  borderRadius: 1,
  textAlign: 'start',
  typography: 'body2',
} as const;

function Findings({ health }: { health: HealthReport }) {
  const { t } = useTranslation('health');
  const items = knownFindings(health);
  if (items.length === 0)
    return (
      <Box component="p" sx={{ margin: 0, typography: 'body2', color: 'text.secondary' }}>
        {t('nothing')}
      </Box>
    );
  return (
    <PlainList sx={{ display: 'grid', gap: 1.5 }}>
      {items.map((item) => (
        <HealthFinding key={item.code} item={item} />
      ))}
    </PlainList>
  );
}

type HealthPanelProps = { health: HealthReport; name: string };

/** Text health of a source: one line that expands to repairs and findings to review. */
export function HealthPanel({ health, name }: HealthPanelProps) {
  const { t } = useTranslation('health');
  const id = useId();
  const [open, setOpen] = useState(false);
  const { look: reviewCount } = countFindings(health);
  const isArabic = health.languages.some(({ script }) => script === 'Arab');
  const summary = useHealthSummary(health);
  const Icon = reviewCount > 0 ? TriangleAlert : CircleCheck;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <Box
      component="section"
      aria-label={t(isArabic ? 'of' : 'ofOther', { name })}
      sx={{ marginBlockStart: 0.5 }}
    >
      <ButtonBase aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} sx={summaryStyle}>
        <Box
          component="span"
          sx={{
            display: 'flex',
            color: reviewCount > 0 ? 'saffron.fill' : 'leaf.fill',
            paddingBlockStart: '2px',
          }}
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
            <Findings health={health} />
          </>
        ) : null}
      </Box>
    </Box>
  );
}
