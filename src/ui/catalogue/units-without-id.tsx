import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { RecordAction, RecordItem, RecordList, RecordName } from '#src/ui/record-row.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { AskAboutUnit } from './ask-about-unit.tsx';
import { ForgetDialog } from './forget-dialog.tsx';

const UnitIdDialog = lazy(async () => ({ default: (await import('./unit-id-dialog.tsx')).UnitIdDialog }));

/** Rows shown at first. */
const FIRST_ROWS = 5;

type RowProps = { entry: CatalogueUnit; onEnterId: () => void; onForget: () => void };

function UnitWithoutId({ entry, onEnterId, onForget }: RowProps) {
  const { t } = useTranslation('catalogue');
  const formats = useFormats();
  const { title, description, kind, registeredOn } = entry;
  const Icon = kind === 'url' ? Globe : FileText;
  const named = (action: string) => t('actionNamed', { action, title });
  return (
    <RecordItem
      summary={
        <Box sx={{ display: 'flex', gap: 1.5 }}>
          <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary', paddingBlockStart: 0.25 }}>
            <Icon size={20} />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <RecordName name={title} />
            {description === '' ? null : (
              <TruncatedText title={description} sx={{ typography: 'body2', color: 'text.secondary' }}>
                {description}
              </TruncatedText>
            )}
            {registeredOn === undefined ? null : (
              <SmallText tone="secondary">
                <time dateTime={registeredOn} title={formats.full(registeredOn)}>
                  {t(kind === 'url' ? 'addedUrl' : 'addedFile')} · {formats.moment(registeredOn)}
                </time>
              </SmallText>
            )}
          </Box>
        </Box>
      }
      actions={
        <>
          <AskAboutUnit title={title} />
          <RecordAction label={t('enterId')} name={named(t('enterId'))} onClick={onEnterId} />
          <RecordAction label={t('forget.action')} name={named(t('forget.action'))} onClick={onForget} />
        </>
      }
    />
  );
}

/** Says which unit an entry turned out to be. */
function IdentifiedNotice({
  unit: { id, title },
  onDismiss,
}: {
  unit: KnowledgeUnit;
  onDismiss: () => void;
}) {
  const { t } = useTranslation('catalogue');
  return (
    <Notice
      severity="success"
      title={t('id.taken', { title, id: String(id) })}
      onDismiss={onDismiss}
      action={
        <LinkButton size="small" variant="outlined" to={paths.unit(id)}>
          {t('id.open')}
        </LinkButton>
      }
    />
  );
}

/** Units added in this browser whose ids the gateway did not say: they can be asked about, and given their id. */
export function UnitsWithoutId({ entries }: { entries: readonly CatalogueUnit[] }) {
  const { t } = useTranslation('catalogue');
  const [showsAll, setShowsAll] = useState(false);
  const [open, setOpen] = useState<{ dialog: 'id' | 'forget'; entry: CatalogueUnit }>();
  const [identified, setIdentified] = useState<KnowledgeUnit>();
  const [closed, setClosed] = useState(0);
  // The opener of the dialog may have disappeared with its row.
  const box = useFocusIfLost(closed === 0 ? undefined : closed);
  const headingId = useId();
  const close = (unit?: KnowledgeUnit) => {
    setOpen(undefined);
    setClosed((count) => count + 1);
    if (unit !== undefined) setIdentified(unit);
  };
  if (entries.length === 0 && identified === undefined && open === undefined) return null;
  const shown = showsAll ? entries : entries.slice(0, FIRST_ROWS);
  return (
    <Box ref={box} tabIndex={-1} sx={{ display: 'grid', gap: 1.5 }}>
      {identified === undefined ? null : (
        <IdentifiedNotice unit={identified} onDismiss={() => setIdentified(undefined)} />
      )}
      {entries.length === 0 ? null : (
        <section aria-labelledby={headingId}>
          <Typography id={headingId} variant="h3" component="h2">
            {t('title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockEnd: 1 }}>
            {t('text')}
          </Typography>
          <RecordList label={t('title')}>
            {shown.map((entry) => (
              <UnitWithoutId
                key={entry.key}
                entry={entry}
                onEnterId={() => setOpen({ dialog: 'id', entry })}
                onForget={() => setOpen({ dialog: 'forget', entry })}
              />
            ))}
          </RecordList>
          {shown.length === entries.length ? null : (
            <Button size="small" onClick={() => setShowsAll(true)} sx={{ marginBlockStart: 1 }}>
              {t('showAll', { count: entries.length })}
            </Button>
          )}
        </section>
      )}
      {open?.dialog === 'id' ? (
        <Suspense>
          <UnitIdDialog entry={open.entry} onClose={close} />
        </Suspense>
      ) : null}
      {open?.dialog === 'forget' ? <ForgetDialog entry={open.entry} onClose={() => close()} /> : null}
    </Box>
  );
}
