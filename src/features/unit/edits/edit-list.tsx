import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { TextEdit } from '#contract/edits.ts';
import { withdrawEdit } from '#contract/operations/edits.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { TextDiff } from '#src/ui/diff/text-diff.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { PagingFooter } from '#src/ui/pagination.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { Section } from '#src/ui/section.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { useEdits, useWithdrawEdit } from './use-edits.ts';

/** What people changed of the text of a unit, with what became of it and the way back; nothing where nobody did. */
export function EditList({ unitId, details }: { unitId: number; details: UnitDetails | null }) {
  const { t } = useTranslation('unit');
  const { edits, paging } = useEdits(unitId, details);
  const withdraw = useWithdrawEdit(unitId, details?.etag);
  const canWithdraw = useCanUse(withdrawEdit);
  // The button goes with the edit that it took back.
  const list = useFocusIfLost(withdraw.data);
  const { items, total } = edits.data ?? { items: [], total: 0 };
  if (total === 0) return null;
  return (
    <Section heading={t('edits.list')} sx={{ borderBlockStart: 1, borderColor: 'line.firm' }}>
      <SmallText>{t('edits.about')}</SmallText>
      <FaultNotice error={withdraw.error} onDismiss={withdraw.reset} />
      <div ref={list} tabIndex={-1}>
        <PlainList as="ol" aria-label={t('edits.list')}>
          {items.map((edit) => (
            <EditItem
              key={edit.id}
              edit={edit}
              busy={withdraw.isPending && withdraw.variables === edit.id}
              onWithdraw={canWithdraw && isInEffect(edit) ? () => withdraw.mutate(edit.id) : undefined}
            />
          ))}
        </PlainList>
      </div>
      <PagingFooter {...paging} total={total} label={t('edits.paging')} />
    </Section>
  );
}

const isInEffect = ({ state }: TextEdit): boolean => state !== 'ended' && state !== 'withdrawn';

interface EditItemProps {
  edit: TextEdit;
  busy: boolean;
  onWithdraw: (() => void) | undefined;
}

function EditItem({ edit, busy, onWithdraw }: EditItemProps) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const { kind, state, by, madeOn, before, after, now } = edit;
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 0.75, paddingBlock: 1.5, borderBlockEnd: 1, borderColor: 'line.soft' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {t(`edits.kind.${kind}`)}
        </Typography>
        <SmallText tone={state === 'conflict' ? 'saffron' : 'secondary'}>
          {t(`edits.state.${state}`)}
        </SmallText>
        <SmallText sx={{ marginInlineStart: 'auto' }}>
          {by === null ? (
            formats.moment(madeOn)
          ) : (
            <BidiText>{t('edits.by', { name: by, on: formats.moment(madeOn) })}</BidiText>
          )}
        </SmallText>
      </Box>
      {state === 'conflict' ? (
        <>
          <Labelled label={t('edits.before')} text={before} />
          <Labelled label={t('edits.after')} text={kind === 'hide' ? t('edits.kind.hide') : after} />
          <Labelled label={t('edits.now')} text={now ?? t('edits.gone')} />
        </>
      ) : kind === 'insert' ? (
        <WrittenText text={after} sx={{ maxWidth: '75ch', whiteSpace: 'pre-line' }} />
      ) : (
        <TextDiff before={before} after={after} />
      )}
      {onWithdraw ? (
        <BusyButton
          size="small"
          variant="outlined"
          busy={busy}
          onClick={onWithdraw}
          aria-label={t('edits.withdrawNamed', { text: (after || before).slice(0, 60) })}
          sx={{ justifySelf: 'start' }}
        >
          {t('edits.withdraw')}
        </BusyButton>
      ) : null}
    </Box>
  );
}

function Labelled({ label, text }: { label: string; text: string }) {
  return (
    <div role="group" aria-label={label}>
      <SmallText tone="secondary">{label}</SmallText>
      <WrittenText text={text} sx={{ maxWidth: '75ch', whiteSpace: 'pre-line' }} />
    </div>
  );
}
