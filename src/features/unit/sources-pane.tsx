import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE, type KnowledgeUnit } from '#contract/knowledge.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { AcceptedKinds } from './accepted-kinds.tsx';
import { IndexingTimeline } from './indexing-timeline.tsx';
import { SourceMenu } from './repair/source-menu.tsx';
import { replacementWord, suggestForm } from './repair/suggest-repair.ts';
import type { SourceDialogTarget } from './repair/use-source-dialog.ts';
import { buildSectionTree, findSectionAt, SourceEntry, type SourceEntryView } from './source-entry.tsx';
import { UpdateDecision } from './update-decision.tsx';
import type { UnitView } from './use-unit.ts';

/** The times that every gateway reports. */
function UnitFacts({ unit }: { unit: KnowledgeUnit }) {
  const { t } = useTranslation(['unit', 'common']);
  const formats = useFormats();
  const rows = [
    [t('timeline.created'), unit.createdOn],
    [t('timeline.changed'), unit.modifiedOn],
  ] as const;
  return (
    <Box
      component="dl"
      sx={{ margin: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 2 }}
    >
      {rows.map(([label, moment]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <Typography
            component="dd"
            variant="body2"
            title={moment === null ? undefined : formats.full(moment)}
            sx={{ margin: 0, color: 'text.tertiary' }}
          >
            {moment === null ? t('common:unknown') : formats.moment(moment)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function fileNameFromUrl(content: string): string {
  try {
    return decodeURIComponent(new URL(content).pathname.split('/').at(-1) ?? '') || content;
  } catch {
    return content;
  }
}

/** Sources as the gateway reports them: in full, or only by their address. */
function toSourceEntries({ unit, details }: UnitView): SourceEntryView[] {
  if (details) return details.sources;
  return unit.aiKnowledgeSources.map((source) => ({
    ...source,
    name: source.knowledgeSource === KNOWLEDGE_SOURCE.url ? source.content : fileNameFromUrl(source.content),
  }));
}

type SourcesPaneProps = {
  view: UnitView;
  ordinal: number;
  onOrdinal: (ordinal: number) => void;
  /** Opens a dialog about a source; undefined where sources cannot be changed. */
  onChangeSource: ((target: SourceDialogTarget) => void) | undefined;
};

/** The start side: the unit's timeline, and its sources with their sections. */
export function SourcesPane({ view, ordinal, onOrdinal, onChangeSource }: SourcesPaneProps) {
  const { t } = useTranslation(['unit', 'repair']);
  const { unit, details } = view;
  const isLast = unit.aiKnowledgeSources.length === 1;
  return (
    <Box
      sx={{
        borderInlineEnd: { md: 1 },
        borderBlockEnd: { xs: 1, md: 0 },
        // By breakpoint, as the borders are: each of them resets the colour.
        borderColor: { xs: 'line.firm', md: 'line.firm' },
        minWidth: 0,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignContent: 'start',
          padding: { xs: 2, md: 2.5 },
          paddingInlineStart: { md: 4 },
          position: { md: 'sticky' },
          top: { md: 56 },
          maxHeight: { md: 'calc(100dvh - 56px)' },
          overflowY: { md: 'auto' },
          minWidth: 0,
        }}
      >
        {details ? <IndexingTimeline details={details} /> : <UnitFacts unit={unit} />}
        <Box
          component="section"
          aria-labelledby="sources-heading"
          sx={{ borderBlockStart: 1, borderColor: 'line.firm', paddingBlockStart: 2 }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, marginBlockEnd: 1 }}>
            <Typography
              id="sources-heading"
              variant="body2"
              component="h2"
              sx={{ flex: 1, color: 'text.tertiary' }}
            >
              {t('sources.title')}
            </Typography>
            {onChangeSource ? (
              <Button
                size="small"
                startIcon={<Plus size={16} />}
                onClick={() => onChangeSource({ kind: 'add' })}
              >
                {t('repair:add')}
              </Button>
            ) : null}
          </Box>
          <PlainList sx={{ display: 'grid', gap: 2 }}>
            {toSourceEntries(view).map((source) => {
              const sections = buildSectionTree(
                details?.sections.filter(({ sourceId }) => sourceId === source.id) ?? [],
              );
              return (
                <SourceEntry
                  key={source.id}
                  source={source}
                  sections={sections}
                  current={findSectionAt(sections, ordinal)}
                  onSection={({ firstOrdinal }) => onOrdinal(firstOrdinal)}
                  menu={
                    onChangeSource ? (
                      <SourceMenu
                        unitId={unit.id}
                        source={source}
                        isLast={isLast}
                        onChoose={onChangeSource}
                      />
                    ) : null
                  }
                  decision={
                    details && (
                      <>
                        <UpdateDecision unitId={unit.id} source={source} />
                        <AcceptedKinds unitId={unit.id} source={source} />
                      </>
                    )
                  }
                  repair={
                    onChangeSource && {
                      label: t(`repair:${replacementWord(source, suggestForm(source))}`),
                      onClick: () => onChangeSource({ kind: 'replace', sourceId: source.id }),
                    }
                  }
                />
              );
            })}
          </PlainList>
        </Box>
      </Box>
    </Box>
  );
}
