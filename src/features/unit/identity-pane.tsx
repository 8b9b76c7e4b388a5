import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { SectionNode } from './section-tree.ts';
import { sectionAt, sectionTree } from './section-tree.ts';
import type { SourceEntryData } from './source-entry.tsx';
import { SourceEntry } from './source-entry.tsx';
import { Timeline } from './timeline.tsx';
import { UnitFacts } from './unit-facts.tsx';
import type { UnitView } from './use-unit.ts';

function nameInAddress(content: string): string {
  try {
    return decodeURIComponent(new URL(content).pathname.split('/').at(-1) ?? '') || content;
  } catch {
    return content;
  }
}

/** Sources as the gateway tells of them: in full, or by their address alone. */
function sourcesOf({ unit, details }: UnitView): SourceEntryData[] {
  if (details) return details.sources;
  return unit.aiKnowledgeSources.map((source) => ({
    ...source,
    name: source.knowledgeSource === KNOWLEDGE_SOURCE.url ? source.content : nameInAddress(source.content),
  }));
}

type IdentityPaneProps = { view: UnitView; ordinal: number; onOrdinal: (ordinal: number) => void };

/** The start side: how the unit came to be, and its sources with the sections found in them. */
export function IdentityPane({ view, ordinal, onOrdinal }: IdentityPaneProps) {
  const { t } = useTranslation('unit');
  const { unit, details } = view;
  return (
    <Box
      sx={{
        borderInlineEnd: { md: 1 },
        borderBlockEnd: { xs: 1, md: 0 },
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
        {details ? <Timeline details={details} /> : <UnitFacts unit={unit} />}
        <Box
          component="section"
          aria-labelledby="sources-heading"
          sx={{ borderBlockStart: 1, borderColor: 'line.firm', paddingBlockStart: 2 }}
        >
          <Typography
            id="sources-heading"
            variant="body2"
            component="h2"
            sx={{ color: 'text.tertiary', marginBlockEnd: 1 }}
          >
            {t('sources.title')}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 }}>
            {sourcesOf(view).map((source) => {
              const sections = sectionTree(
                details?.sections.filter(({ sourceId }) => sourceId === source.id) ?? [],
              );
              return (
                <SourceEntry
                  key={source.id}
                  source={source}
                  sections={sections}
                  current={sectionAt(sections, ordinal)}
                  onSection={(section: SectionNode) => onOrdinal(section.firstOrdinal)}
                />
              );
            })}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
