import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeDraft } from '#contract/versions.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { nameActions } from '#src/ui/draft/name-actions.ts';
import { stickToFoot } from '#src/ui/page-frame.tsx';
import { RecordAction, RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { DraftFacts } from './draft-facts.tsx';
import { type DraftControls, keyOf } from './use-drafts.ts';

type DraftRowProps = {
  draft: KnowledgeDraft;
  controls: DraftControls;
  selected: boolean;
  onSelect: (selected: boolean) => void;
};

function DraftRow({ draft, controls, selected, onSelect }: DraftRowProps) {
  const { t } = useTranslation('drafts');
  const { title } = draft.unit;
  const { publish, test, unschedule } = controls;
  const names = nameActions(draft);
  const isSent = (drafts: readonly { unitId: number }[] | undefined) =>
    drafts?.some(({ unitId }) => unitId === draft.unit.id) === true;
  return (
    <RecordItem
      summary={
        <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 0.5 }}>
          <Checkbox
            checked={selected}
            onChange={(_, checked) => onSelect(checked)}
            slotProps={{ input: { 'aria-label': t('selection.one', { title }) } }}
            sx={{ alignSelf: 'start', marginInlineStart: -1.25, marginBlockStart: -0.75 }}
          />
          <DraftFacts draft={draft} />
        </Box>
      }
      actions={
        <>
          <BusyButton
            size="small"
            variant="outlined"
            aria-label={t(`action.${names.publish}Named`, { title })}
            busy={publish.isPending && isSent(publish.variables.drafts)}
            onClick={() => controls.publishNow([draft], draft.publishing)}
          >
            {t(`action.${names.publish}`)}
          </BusyButton>
          <RecordAction
            label={t(draft.proof === null ? 'action.test' : 'action.testAgain')}
            name={t(draft.proof === null ? 'action.testNamed' : 'action.testAgainNamed', { title })}
            busy={test.isPending && isSent(test.variables)}
            onClick={() => controls.testNow([draft])}
          />
          <RecordAction
            label={t(`action.${names.schedule}`)}
            name={t(`action.${names.schedule}Named`, { title })}
            onClick={() => controls.askWhen([draft])}
          />
          {names.unschedule === null ? null : (
            <RecordAction
              label={t(`action.${names.unschedule}`)}
              name={t(`action.${names.unschedule}Named`, { title })}
              busy={unschedule.isPending && isSent(unschedule.variables)}
              onClick={() => controls.unscheduleNow([draft])}
            />
          )}
          <RecordAction
            destructive
            label={t('action.discard')}
            name={t('action.discardNamed', { title })}
            onClick={() => controls.askToDiscard([draft])}
          />
        </>
      }
    />
  );
}

/** What can be done with several drafts at once, at the foot of the window. */
function SelectedDrafts({
  drafts,
  controls,
}: {
  drafts: readonly KnowledgeDraft[];
  controls: DraftControls;
}) {
  const { t } = useTranslation('drafts');
  const busy = controls.publish.isPending || controls.test.isPending || controls.unschedule.isPending;
  const scheduled = drafts.filter(({ publishOn }) => publishOn !== null);
  return (
    <Box
      role="group"
      aria-label={t('selection.actions')}
      sx={{
        ...stickToFoot,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        paddingBlock: 1,
        bgcolor: 'background.default',
        borderBlockStart: 1,
        borderColor: 'line.firm',
      }}
    >
      <Box role="status" sx={{ typography: 'body2', fontWeight: 600, marginInlineEnd: 1 }}>
        {t('selection.count', { count: drafts.length })}
      </Box>
      <BusyButton
        size="small"
        variant="contained"
        busy={busy}
        showsProgress={false}
        onClick={() => controls.publishNow(drafts)}
      >
        {t('action.publish')}
      </BusyButton>
      <BusyButton
        size="small"
        variant="outlined"
        busy={busy}
        showsProgress={false}
        onClick={() => controls.testNow(drafts)}
      >
        {t('action.test')}
      </BusyButton>
      <Button size="small" variant="outlined" onClick={() => controls.askWhen(drafts)}>
        {t('action.schedule')}
      </Button>
      {scheduled.length === 0 ? null : (
        <BusyButton
          size="small"
          variant="outlined"
          busy={busy}
          showsProgress={false}
          onClick={() => controls.unscheduleNow(scheduled)}
        >
          {t('action.unschedule')}
        </BusyButton>
      )}
      <Button
        size="small"
        variant="outlined"
        sx={{ color: 'brick.ink' }}
        onClick={() => controls.askToDiscard(drafts)}
      >
        {t('action.discard')}
      </Button>
    </Box>
  );
}

const nameOf = (draft: KnowledgeDraft): string => JSON.stringify(keyOf(draft));

/** Drafts of a page, each with what can be done with it, and with several of them. */
export function DraftList({
  drafts,
  controls,
}: {
  drafts: readonly KnowledgeDraft[];
  controls: DraftControls;
}) {
  const { t } = useTranslation('drafts');
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  // A draft that has become another one is not selected any more.
  const selected = drafts.filter((draft) => names.has(nameOf(draft)));
  const isAll = selected.length === drafts.length;
  const select = (draft: KnowledgeDraft, on: boolean) =>
    setNames((before) => {
      const next = new Set(before);
      if (on) next.add(nameOf(draft));
      else next.delete(nameOf(draft));
      return next;
    });
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox
            checked={isAll}
            indeterminate={selected.length > 0 && !isAll}
            onChange={() => setNames(new Set(isAll ? [] : drafts.map(nameOf)))}
          />
        }
        label={t('selection.all')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <RecordList label={t('list')}>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.unit.id}
            draft={draft}
            controls={controls}
            selected={names.has(nameOf(draft))}
            onSelect={(on) => select(draft, on)}
          />
        ))}
      </RecordList>
      {selected.length === 0 ? null : <SelectedDrafts drafts={selected} controls={controls} />}
    </>
  );
}
