import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MovedPassage } from '#contract/synonyms.ts';
import { TextLink } from '#src/components/link-button.tsx';
import { OneLine } from '#src/components/one-line.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';

type Side = 'before' | 'after';

/** Whether a passage rises or falls by the group, wherever it is shown. */
function moveOf(place: number, elsewhere: number | null, side: Side): 'up' | 'down' | 'stays' | 'beyond' {
  if (elsewhere === null) return 'beyond';
  if (elsewhere === place) return 'stays';
  const [before, after] = side === 'before' ? [place, elsewhere] : [elsewhere, place];
  return after < before ? 'up' : 'down';
}

function Movement({ place, elsewhere, side }: { place: number; elsewhere: number | null; side: Side }) {
  const { t } = useTranslation('synonyms');
  const move = moveOf(place, elsewhere, side);
  const rises = move === 'up' || (move === 'beyond' && side === 'after');
  const Icon = { up: ArrowUp, down: ArrowDown, stays: Minus, beyond: side === 'after' ? Plus : ArrowDown }[
    move
  ];
  const words =
    move === 'stays'
      ? t('measure.stays')
      : elsewhere === null
        ? t(side === 'after' ? 'measure.new' : 'measure.gone')
        : t(side === 'after' ? 'measure.from' : 'measure.to', { place: elsewhere });
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        flexShrink: 0,
        typography: 'body2',
        color: move === 'stays' ? 'text.tertiary' : rises ? 'leaf.ink' : 'saffron.ink',
      }}
    >
      <Icon size={14} aria-hidden />
      {words}
    </Box>
  );
}

/** The first passages of one ranking, each with where it stands in the other. */
export function MovedList({
  title,
  passages,
  side,
}: {
  title: string;
  passages: readonly MovedPassage[];
  side: Side;
}) {
  const { t } = useTranslation('synonyms');
  const formats = useFormats();
  const headingId = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={headingId} component="h4" variant="body2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      {passages.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {t('measure.none')}
        </Typography>
      ) : (
        <Box
          component="ol"
          aria-labelledby={headingId}
          sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1, marginBlockStart: 0.5 }}
        >
          {passages.map(({ unitId, ordinal, elsewhere, title: unit, sectionTitle, text }, index) => (
            <Box
              component="li"
              key={`${unitId}:${ordinal}`}
              sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 1 }}
            >
              <Box
                component="span"
                aria-label={t('measure.place', { place: index + 1 })}
                role="img"
                sx={{ typography: 'body2', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {formats.number(index + 1)}
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', minWidth: 0 }}>
                  <OneLine title={[unit, sectionTitle].join(' › ')} sx={{ flex: 1, minWidth: 0 }}>
                    <TextLink
                      variant="body2"
                      to={paths.unit(unitId, sectionTitle === '' ? {} : { section: sectionTitle })}
                    >
                      {sectionTitle === '' ? unit : (sectionTitle.split(' › ').at(-1) ?? unit)}
                    </TextLink>
                  </OneLine>
                  <Movement place={index + 1} elsewhere={elsewhere} side={side} />
                </Box>
                <Typography
                  dir="auto"
                  variant="passage"
                  component="div"
                  sx={{
                    color: 'text.secondary',
                    display: '-webkit-box',
                    WebkitLineClamp: 2,
                    WebkitBoxOrient: 'vertical',
                    overflow: 'hidden',
                  }}
                >
                  {text}
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
