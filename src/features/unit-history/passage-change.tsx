import ArrowRightLeft from 'virtual:lucide/arrow-right-left';
import CircleMinus from 'virtual:lucide/circle-minus';
import CirclePlus from 'virtual:lucide/circle-plus';
import Pencil from 'virtual:lucide/pencil';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { PassageChange as Change } from '#contract/versions.ts';
import { SectionPath } from '#src/ui/answer/section-path.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { TextDiff } from '#src/ui/diff/text-diff.tsx';
import { SmallText } from '#src/ui/small-text.tsx';

const KINDS = {
  added: { Icon: CirclePlus, color: 'leaf.ink' },
  removed: { Icon: CircleMinus, color: 'brick.ink' },
  changed: { Icon: Pencil, color: 'teal.ink' },
  moved: { Icon: ArrowRightLeft, color: 'text.secondary' },
} as const;

/** A passage that came, went, changed or moved, with the words that differ. */
export function PassageChange({ change }: { change: Change }) {
  const { t } = useTranslation('history');
  const { kind, only, before, after } = change;
  const shown = after ?? before;
  if (shown === null) return null;
  const { Icon, color } = KINDS[kind];
  const isRenamed = before !== null && after !== null && before.sectionTitle !== after.sectionTitle;
  const place =
    kind === 'moved' && before && after
      ? t('changes.movedFrom', { from: before.ordinal + 1, to: after.ordinal + 1 })
      : t('changes.passage', { number: shown.ordinal + 1 });
  return (
    <Box
      component="li"
      sx={{ paddingBlock: 1.5, borderBlockStart: 1, borderColor: 'line.soft', display: 'grid', gap: 0.75 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Box
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color, fontWeight: 600 }}
        >
          <Icon size={16} aria-hidden />
          {t(`changes.kind.${kind}`)}
        </Box>
        <SmallText>
          {place}
          {shown.page === null ? null : ` · ${t('changes.page', { number: shown.page })}`}
        </SmallText>
        {only === null ? null : <SmallText tone="secondary">{t(`changes.only.${only}`)}</SmallText>}
      </Box>
      {isRenamed ? (
        <TextDiff before={before.sectionTitle} after={after.sectionTitle} />
      ) : shown.sectionTitle === '' ? null : (
        <SectionPath path={shown.sectionTitle} />
      )}
      {kind === 'changed' && before && after && only !== 'section' ? (
        <TextDiff before={before.text} after={after.text} />
      ) : (
        <WrittenText text={shown.text} sx={{ maxWidth: '75ch' }} />
      )}
    </Box>
  );
}
