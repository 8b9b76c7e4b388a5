import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { useDraftActions } from './use-draft-actions.ts';

interface DraftNoticeProps {
  unit: { id: number; title: string };
  /** Number of the draft; null or undefined: without one. */
  draft: number | null | undefined;
  /** Whether the unit answers nothing yet. */
  isNew: boolean;
}

/** Says that a change of a unit waits, with what can be done with it, and what became of it. */
export function DraftNotice({ unit, draft, isNew }: DraftNoticeProps) {
  const { t } = useTranslation('drafts');
  const canEdit = useCanUse(publishDrafts);
  const { publish, discard } = useDraftActions();
  const [discarding, setDiscarding] = useState(false);
  const [done, setDone] = useState<string>();
  const box = useFocusIfLost(done);
  const drafts = typeof draft === 'number' ? [{ unitId: unit.id, version: draft }] : [];
  const isWaiting = drafts.length > 0;
  return (
    <Box ref={box} tabIndex={-1} sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
      {done === undefined || isWaiting ? null : (
        <Notice severity="success" title={done} onDismiss={() => setDone(undefined)} />
      )}
      {typeof draft === 'number' ? (
        <Notice
          severity="info"
          title={t('notice.title')}
          action={
            <>
              {canEdit ? (
                <>
                  <BusyButton
                    size="small"
                    variant="outlined"
                    busy={publish.isPending}
                    onClick={() =>
                      publish.mutate(
                        { drafts, on: null },
                        {
                          onSuccess: ({ published }) =>
                            setDone(
                              t(published.length > 0 ? 'done.published' : 'done.indexing', { count: 1 }),
                            ),
                        },
                      )
                    }
                  >
                    {t('action.publish')}
                  </BusyButton>
                  <BusyButton
                    size="small"
                    busy={discard.isPending}
                    onClick={() => setDiscarding(true)}
                    sx={{ color: 'brick.ink' }}
                  >
                    {t('action.discard')}
                  </BusyButton>
                </>
              ) : null}
              <LinkButton size="small" to={paths.unitVersion(unit.id, draft)}>
                {t('changes')}
              </LinkButton>
            </>
          }
        >
          {t(isNew ? 'notice.textNew' : 'notice.text')}{' '}
          {canEdit ? <TextLink to={paths.drafts()}>{t('notice.open')}</TextLink> : null}
        </Notice>
      ) : null}
      <FaultNotice error={publish.error} onDismiss={publish.reset} />
      <DiscardDialog
        units={discarding ? [unit] : []}
        discard={discard}
        onConfirm={() =>
          discard.mutate(drafts, {
            onSuccess() {
              setDiscarding(false);
              setDone(t('done.discarded', { count: 1 }));
            },
          })
        }
        onClose={() => setDiscarding(false)}
      />
    </Box>
  );
}
