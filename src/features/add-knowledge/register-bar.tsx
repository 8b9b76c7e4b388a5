import FilePen from 'virtual:lucide/file-pen';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { publishDrafts } from '#contract/operations/versions.ts';
import { useCanUse, useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { pagePadding, stickToFoot } from '#src/ui/page-frame.tsx';
import type { IntakeCounts } from './rows/count-rows.ts';
import type { RegisteredProgress } from './rows/use-unit-progress.ts';

/** How far the units added here are. */
function useProgressText(progress: RegisteredProgress): string {
  const { added, count, ready, failed, moving, remainingMs } = progress;
  const { t } = useTranslation('add');
  const formats = useFormats();
  if (count === 0) return added === 0 ? '' : t('bar.added', { count: added });
  if (ready === added) return t('bar.allReady', { count });
  const isUnknown = !moving && ready + failed === 0;
  return [
    isUnknown ? t('bar.added', { count: added }) : t('bar.progress', { ready, total: count }),
    ...(failed > 0 ? [t('bar.failed', { count: failed })] : []),
    ...(moving && remainingMs !== undefined ? [t('bar.about', { time: formats.duration(remainingMs) })] : []),
  ].join(' ');
}

type RegisterBarProps = {
  /** Undefined once the list is empty. */
  counts: IntakeCounts | undefined;
  progress: RegisteredProgress;
  barRef: Ref<HTMLElement>;
  /** Adds what is ready, or again what could not be added; as drafts, or to answer once indexed. */
  onRegister: (asDraft: boolean) => void;
  /** Goes to the first row that waits for a person; undefined while all rows are on the page. */
  onShowProblem: (() => void) | undefined;
  onClear: () => void;
};

/** What is ready to be added, what is under way and what needs a person, at the foot of the window. */
export function RegisterBar(props: RegisterBarProps) {
  const { counts, progress, barRef, onRegister, onShowProblem, onClear } = props;
  const { t } = useTranslation('add');
  const canAsk = useOptimisticPermission('ask');
  const canSaveDraft = useCanUse(publishDrafts);
  const progressText = useProgressText(progress);
  if (counts === undefined && progressText === '') return null;
  const { ready = 0, repeatable = 0, registering = 0, uploading = 0, attention = 0 } = counts ?? {};
  const isIdle = ready + registering + uploading === 0;
  const hasNext = ready + repeatable + registering > 0;
  const isAskable = canAsk && !progress.moving && progress.askable.length > 0;
  return (
    <Box
      component="section"
      ref={barRef}
      aria-label={t('title')}
      sx={{
        // Below the added units, which come after it in the document.
        order: 1,
        ...stickToFoot,
        zIndex: 2,
        marginBlockStart: 'auto',
        minHeight: 72,
        paddingInline: pagePadding,
        paddingBlock: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        bgcolor: 'background.paper',
        borderBlockStart: 1,
        borderColor: 'line.firm',
      }}
    >
      <Box role="status" sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>
        {counts === undefined ? null : (
          <div>
            {ready === 0 ? null : (
              <Typography component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
                {t('bar.ready', { count: ready })}{' '}
              </Typography>
            )}
            {[
              ...(isIdle && attention === 0 ? [t('bar.none')] : []),
              ...(registering > 0 ? [t('bar.registering', { count: registering })] : []),
              ...(uploading > 0 ? [t('bar.uploading', { count: uploading })] : []),
              ...(attention > 0 ? [t('bar.attention', { count: attention })] : []),
            ].join(' ')}
            {attention > 0 && onShowProblem !== undefined ? (
              <Button size="small" onClick={onShowProblem}>
                {t('bar.show')}
              </Button>
            ) : null}
          </div>
        )}
        {progressText === '' ? null : <div>{progressText}</div>}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: { xs: 1, md: 1.5 },
          marginInlineStart: 'auto',
          '& > *': { paddingInline: { xs: 1.25, md: 2 } },
        }}
      >
        {counts === undefined ? null : (
          <Button color="secondary" onClick={onClear} disabled={registering > 0}>
            {t('bar.clear')}
          </Button>
        )}
        {isAskable ? (
          <LinkButton
            variant={hasNext ? 'outlined' : 'contained'}
            to={paths.playground({ index: progress.askable })}
          >
            {t('bar.ask', { count: progress.askable.length })}
          </LinkButton>
        ) : null}
        {counts === undefined || (isAskable && !hasNext) ? null : (
          <BusyButton
            variant="contained"
            onClick={() => onRegister(false)}
            disabled={!hasNext && registering === 0}
            busy={registering > 0}
          >
            {ready > 0
              ? t('bar.register', { count: ready })
              : repeatable > 0
                ? t('bar.again', { count: repeatable })
                : t('bar.registerNone')}
          </BusyButton>
        )}
        {canSaveDraft && counts !== undefined && hasNext ? (
          <ActionMenu
            label={t('bar.more')}
            size="medium"
            sx={{ border: 1, borderColor: 'line.strong', '&&': { paddingInline: 1 } }}
            actions={[
              {
                label: t('bar.asDrafts', { count: ready > 0 ? ready : repeatable }),
                icon: <FilePen size={18} />,
                onSelect: () => onRegister(true),
              },
            ]}
          />
        ) : null}
      </Box>
    </Box>
  );
}
