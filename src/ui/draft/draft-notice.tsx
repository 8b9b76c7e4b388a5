import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listDrafts, publishDrafts } from '#contract/operations/versions.ts';
import type { DraftKey, KnowledgeDraft } from '#contract/versions.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { DraftWaiting } from './draft-waiting.tsx';
import { nameActions } from './name-actions.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useDraftActions } from './use-draft-actions.ts';

const REFETCH_INTERVAL_MS = 5_000;

/** What a draft of a unit waits for; undefined until that is known, and for those who may not publish drafts. */
function useDraftOf(unitId: number, number: number | null | undefined): KnowledgeDraft | undefined {
  const { bot: botId } = useConnection();
  const enabled = useCanUse(listDrafts) && typeof number === 'number';
  const query = { unitId: String(unitId), limit: '1' };
  const options = { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS };
  const { data } = useRead(listDrafts, { params: { botId }, query }, options);
  return data?.items.find(({ version }) => version.number === number);
}

type DraftActions = ReturnType<typeof useDraftActions>;
type ScheduleProps = { draft: KnowledgeDraft; actions: DraftActions };

/** The moment at which a draft goes live: chosen, changed or taken back. */
function ScheduleButtons({ draft, actions: { publish, unschedule } }: ScheduleProps) {
  const { t } = useTranslation('drafts');
  const [asking, setAsking] = useState(false);
  const drafts = [{ unitId: draft.unit.id, version: draft.version.number }];
  const names = nameActions(draft);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t(`action.${names.schedule}`)}
      </Button>
      {names.unschedule === null ? null : (
        <BusyButton size="small" busy={unschedule.isPending} onClick={() => unschedule.mutate(drafts)}>
          {t(`action.${names.unschedule}`)}
        </BusyButton>
      )}
      {asking ? (
        <ScheduleDialog
          drafts={[draft]}
          publish={publish}
          onConfirm={(on) => publish.mutate({ drafts, on }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

type DraftButtonsProps = {
  drafts: DraftKey[];
  waiting: KnowledgeDraft | undefined;
  actions: DraftActions;
  onDone: (title: string) => void;
  onDiscard: () => void;
};

/** What can be done with the draft of a unit. */
function DraftButtons({ drafts, waiting, actions, onDone, onDiscard }: DraftButtonsProps) {
  const { t } = useTranslation('drafts');
  const { publish, discard } = actions;
  const untested = waiting?.publishing === true;
  const onSuccess = ({ published, testing }: Record<'published' | 'testing', readonly DraftKey[]>) => {
    if (testing.length === 0)
      onDone(t(published.length > 0 ? 'done.published' : 'done.indexing', { count: 1 }));
  };
  return (
    <>
      <BusyButton
        size="small"
        variant="outlined"
        busy={publish.isPending}
        onClick={() => publish.mutate({ drafts, on: null, untested }, { onSuccess })}
      >
        {t(`action.${untested ? 'publishUntested' : 'publish'}`)}
      </BusyButton>
      {waiting ? <ScheduleButtons draft={waiting} actions={actions} /> : null}
      <BusyButton size="small" busy={discard.isPending} onClick={onDiscard} sx={{ color: 'brick.ink' }}>
        {t('action.discard')}
      </BusyButton>
    </>
  );
}

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
  const actions = useDraftActions();
  const { publish, discard, unschedule } = actions;
  const waiting = useDraftOf(unit.id, draft);
  const [discarding, setDiscarding] = useState(false);
  const [done, setDone] = useState<string>();
  // The button leaves with the moment that it took back.
  const isUnscheduled = unschedule.isSuccess && waiting?.publishOn === null;
  const box = useFocusIfLost(done ?? (isUnscheduled || undefined));
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
                <DraftButtons
                  drafts={drafts}
                  waiting={waiting}
                  actions={actions}
                  onDone={setDone}
                  onDiscard={() => setDiscarding(true)}
                />
              ) : null}
              <LinkButton size="small" to={paths.unitVersion(unit.id, draft)}>
                {t('changes')}
              </LinkButton>
            </>
          }
        >
          {t(isNew ? 'notice.textNew' : 'notice.text')}{' '}
          {canEdit ? (
            <TextLink to={paths.drafts()} underline="always">
              {t('notice.open')}
            </TextLink>
          ) : null}
          {waiting ? <DraftWaiting draft={waiting} /> : null}
        </Notice>
      ) : null}
      <FaultNotice error={publish.error} onDismiss={publish.reset} />
      <FaultNotice error={unschedule.error} onDismiss={unschedule.reset} />
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
