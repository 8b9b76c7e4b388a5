import CircleCheck from 'virtual:lucide/circle-check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { UnitVersion } from '#contract/versions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { pagePadding } from '#src/ui/page-frame.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import { useCauseText } from '#src/ui/version/use-cause-text.ts';

/** The state of a version, where it is not just an earlier one. */
function StateChip({ state }: Pick<UnitVersion, 'state'>) {
  const { t } = useTranslation('history');
  if (state === 'former') return null;
  const isLive = state === 'live';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        typography: 'body2',
        color: isLive ? 'leaf.ink' : 'text.secondary',
      }}
    >
      {isLive ? <CircleCheck size={16} aria-hidden /> : null}
      {t(`state.${state}`)}
    </Box>
  );
}

interface VersionItemProps {
  unitId: number;
  version: UnitVersion;
  /** Its changes are shown beside. */
  isOpen: boolean;
  /** Absent where the key may not go back, or the version cannot be gone back to. */
  onRollBack: (() => void) | undefined;
}

/** A version with its causes, in the order of time, and what can be done with it. */
export function VersionItem({ unitId, version, isOpen, onRollBack }: VersionItemProps) {
  const { t } = useTranslation(['history', 'common']);
  const formats = useFormats();
  const causeText = useCauseText();
  const { number, base, state, causes, madeOn, publishedOn, passages, sources, textDate, isKept } = version;
  const on = publishedOn ?? madeOn;
  return (
    <Box
      component="li"
      aria-current={isOpen ? 'true' : undefined}
      sx={{
        display: 'grid',
        gap: 0.5,
        paddingBlock: 1.5,
        paddingInline: pagePadding,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
        bgcolor: isOpen ? 'background.paper' : undefined,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {t('version', { number })}
        </Typography>
        <StateChip state={state} />
        <SmallText sx={{ marginInlineStart: 'auto' }}>
          <time dateTime={on}>{formats.moment(on)}</time>
        </SmallText>
      </Box>
      {causes.map((cause, index) => (
        <Typography key={index} component="div" variant="body2">
          <BidiText>{causeText(cause, base)}</BidiText>
        </Typography>
      ))}
      <SmallText>
        {t('common:passages', { count: passages })} · {t('sources', { count: sources.length })}
        {textDate === null ? null : (
          <>
            {' · '}
            <TextDate readOn={textDate} form="day" />
          </>
        )}
      </SmallText>
      {isKept ? (
        <VersionActions unitId={unitId} version={version} onRollBack={onRollBack} />
      ) : (
        <SmallText tone="saffron">{t('notKept')}</SmallText>
      )}
    </Box>
  );
}

function VersionActions({ unitId, version, onRollBack }: Omit<VersionItemProps, 'isOpen'>) {
  const { t } = useTranslation('history');
  const { number, state } = version;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginBlockStart: 0.5 }}>
      <LinkButton
        size="small"
        variant="outlined"
        to={paths.unitVersion(unitId, number)}
        aria-label={t('openNamed', { number })}
      >
        {t('open')}
      </LinkButton>
      {onRollBack ? (
        <Button size="small" onClick={onRollBack}>
          {state === 'live' ? t('rollBack.giveUp') : t('rollBack.action', { number })}
        </Button>
      ) : null}
    </Box>
  );
}
