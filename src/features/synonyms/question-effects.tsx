import ArrowDown from 'virtual:lucide/arrow-down';
import ArrowUp from 'virtual:lucide/arrow-up';
import Minus from 'virtual:lucide/minus';
import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MovedPassage, QuestionEffect } from '#contract/synonyms.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { TextLink } from '#src/ui/link-button.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';

type RankingSide = 'before' | 'after';

/** Whether the group moves a passage up or down. */
function rankMovement(
  place: number,
  otherRank: number | null,
  side: RankingSide,
): 'up' | 'down' | 'stays' | 'beyond' {
  if (otherRank === null) return 'beyond';
  if (otherRank === place) return 'stays';
  const [before, after] = side === 'before' ? [place, otherRank] : [otherRank, place];
  return after < before ? 'up' : 'down';
}

type RankMovementProps = { place: number; otherRank: number | null; side: RankingSide };

function RankMovement({ place, otherRank, side }: RankMovementProps) {
  const { t } = useTranslation('synonyms');
  const movement = rankMovement(place, otherRank, side);
  const isUp = movement === 'up' || (movement === 'beyond' && side === 'after');
  const Icon = { up: ArrowUp, down: ArrowDown, stays: Minus, beyond: side === 'after' ? Plus : ArrowDown }[
    movement
  ];
  const text =
    movement === 'stays'
      ? t('measure.stays')
      : otherRank === null
        ? t(side === 'after' ? 'measure.new' : 'measure.gone')
        : t(side === 'after' ? 'measure.from' : 'measure.to', { place: otherRank });
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        flexShrink: 0,
        typography: 'body2',
        color: movement === 'stays' ? 'text.tertiary' : isUp ? 'leaf.ink' : 'saffron.ink',
      }}
    >
      <Icon size={14} aria-hidden />
      {text}
    </Box>
  );
}

const twoLines = {
  whiteSpace: 'pre-line',
  color: 'text.secondary',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

type RankedPassagesProps = { title: string; passages: readonly MovedPassage[]; side: RankingSide };

/** The first passages of a ranking, with their ranks in the other ranking. */
function RankedPassages({ title, passages, side }: RankedPassagesProps) {
  const { t } = useTranslation('synonyms');
  const formats = useFormats();
  const headingId = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={headingId} component="h4" variant="body2" sx={{ color: 'text.secondary' }}>
        {title}
      </Typography>
      {passages.length === 0 ? (
        <SmallText>{t('measure.none')}</SmallText>
      ) : (
        <PlainList
          as="ol"
          aria-labelledby={headingId}
          sx={{ display: 'grid', gap: 1, marginBlockStart: 0.5 }}
        >
          {passages.map(({ unitId, ordinal, otherRank, title: unit, sectionTitle, text }, index) => (
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
                  <TruncatedText title={[unit, sectionTitle].join(' › ')} sx={{ flex: 1, minWidth: 0 }}>
                    <TextLink variant="body2" to={paths.unit(unitId, { section: sectionTitle })}>
                      {sectionTitle === '' ? unit : (sectionTitle.split(' › ').at(-1) ?? unit)}
                    </TextLink>
                  </TruncatedText>
                  <RankMovement place={index + 1} otherRank={otherRank} side={side} />
                </Box>
                <WrittenText variant="passage" text={text} sx={twoLines} />
              </Box>
            </Box>
          ))}
        </PlainList>
      )}
    </Box>
  );
}

type RankingChange = 'first' | 'later' | 'none';

const passageKey = (passage: MovedPassage | undefined) =>
  passage === undefined ? '' : `${passage.unitId}:${passage.ordinal}`;

/** The first place in which the rankings with and without the group differ. */
function rankingChange({ before, after }: Pick<QuestionEffect, 'before' | 'after'>): RankingChange {
  if (passageKey(before[0]) !== passageKey(after[0])) return 'first';
  const places = Math.max(before.length, after.length);
  for (let index = 1; index < places; index += 1)
    if (passageKey(before[index]) !== passageKey(after[index])) return 'later';
  return 'none';
}

function countRankingChanges(effects: readonly QuestionEffect[]): Record<RankingChange, number> {
  const counts = { first: 0, later: 0, none: 0 };
  for (const effect of effects) counts[rankingChange(effect)] += 1;
  return counts;
}

/** What the sample questions find without and with the group: a summary, then each question. */
export function QuestionEffects({ effects }: { effects: readonly QuestionEffect[] }) {
  const { t } = useTranslation('synonyms');
  const { first, later } = countRankingChanges(effects);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box role="status">
        <Typography variant="statement" component="p" sx={{ margin: 0 }}>
          {first === 0
            ? t('measure.noneChanged', { total: effects.length })
            : t('measure.firstChanged', { count: first, total: effects.length })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {[
            ...(later > 0 ? [t('measure.laterChanged', { count: later })] : []),
            ...(first + later > 0 ? [t('measure.yours')] : []),
          ].join(' ')}
        </Typography>
      </Box>
      <PlainList sx={{ borderBlockStart: 1, borderColor: 'line.firm' }}>
        {effects.map((effect) => (
          <QuestionEffectRow key={effect.question} effect={effect} />
        ))}
      </PlainList>
    </Box>
  );
}

function QuestionEffectRow({ effect }: { effect: QuestionEffect }) {
  const { t } = useTranslation('synonyms');
  const { question, uses, before, after } = effect;
  const change = rankingChange(effect);
  const text =
    change === 'first'
      ? t('measure.moved')
      : change === 'later'
        ? t('measure.movedBelow')
        : uses
          ? t('measure.nothingMoves', { count: Math.max(1, after.length) })
          : t('measure.notUsed');
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
        <Typography component="h3" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          <BidiText>{question}</BidiText>
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{ color: change === 'none' ? 'text.tertiary' : 'teal.ink' }}
        >
          {text}
        </Typography>
      </Box>
      {change === 'none' ? null : (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            columnGap: 4,
            rowGap: 2,
            marginBlockStart: 1,
          }}
        >
          <RankedPassages title={t('measure.before')} passages={before} side="before" />
          <RankedPassages title={t('measure.after')} passages={after} side="after" />
        </Box>
      )}
    </Box>
  );
}
