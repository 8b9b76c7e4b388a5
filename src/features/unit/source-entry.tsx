import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { SourceState } from '#contract/unit-states.ts';
import { useGateway } from '#src/api/gateway-context.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { HealthPanel } from './health-panel.tsx';
import { Reasons } from './reasons.tsx';
import { SectionList } from './section-list.tsx';
import type { SectionNode } from './section-tree.ts';

/** A source as any gateway shows it; more of it where the gateway tells. */
export type SourceEntryData = Pick<SourceState, 'id' | 'knowledgeSource' | 'content' | 'name'> &
  Partial<Pick<SourceState, 'size' | 'pages' | 'passages' | 'status' | 'reason' | 'warnings' | 'health'>>;

type SourceEntryProps = {
  source: SourceEntryData;
  sections: readonly SectionNode[];
  current: SectionNode | undefined;
  onSection: (section: SectionNode) => void;
};

/** One source: where it is, how it fared, and the sections that were found in it. */
export function SourceEntry({ source, sections, current, onSection }: SourceEntryProps) {
  const { t } = useTranslation(['unit', 'common']);
  const formats = useFormats();
  const gateway = useGateway();
  const [open, setOpen] = useState(true);
  const isUrl = source.knowledgeSource === KNOWLEDGE_SOURCE.url;
  const name = isUrl ? source.name.replace(/^https?:\/\//u, '') : source.name;
  const href = gateway.fileHref(source.content);
  const Icon = isUrl ? Globe : FileText;
  const Chevron = open ? ChevronDown : ChevronRight;
  const facts = [
    ...(isUrl ? [t('sources.webPage')] : []),
    ...(source.pages ? [t('sources.pages', { count: source.pages })] : []),
    ...(source.size ? [formats.bytes(source.size)] : []),
    ...(source.passages ? [t('common:passages', { count: source.passages })] : []),
  ];
  const linkLabel = t(isUrl ? 'sources.open' : 'sources.download', { name: source.name });
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, minWidth: 0 }}>
        {sections.length === 0 ? null : (
          <IconButton
            size="small"
            aria-expanded={open}
            aria-label={t('sources.showSections', { name: source.name })}
            onClick={() => setOpen(!open)}
            sx={{ width: 24, height: 24, marginInlineStart: -0.5 }}
          >
            <Chevron size={16} />
          </IconButton>
        )}
        <Box sx={{ display: 'flex', color: 'primary.main', paddingBlockStart: '2px' }}>
          <Icon size={20} aria-hidden />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0, paddingInlineStart: 0.5 }}>
          <Box sx={{ lineHeight: '24px' }}>
            <MonoText truncate>{name}</MonoText>
          </Box>
          <Typography variant="caption" component="div" sx={{ color: 'text.tertiary' }}>
            {facts.join(' · ')}
          </Typography>
        </Box>
        {href === '' ? null : (
          <Tooltip title={linkLabel} describeChild={false}>
            <IconButton
              size="small"
              component={Link}
              href={href}
              target={isUrl ? '_blank' : undefined}
              rel="noreferrer"
              download={isUrl ? undefined : source.name}
              aria-label={linkLabel}
            >
              {isUrl ? <ExternalLink size={16} /> : <Download size={16} />}
            </IconButton>
          </Tooltip>
        )}
      </Box>
      {source.status === undefined || source.status === 'ready' ? null : (
        <StatusChip status={source.status} />
      )}
      {source.reason ? <Reasons reasons={[source.reason]} tone="brick" /> : null}
      {source.warnings && source.warnings.length > 0 ? (
        <Reasons reasons={source.warnings} tone="saffron" />
      ) : null}
      {source.health ? <HealthPanel health={source.health} name={source.name} /> : null}
      {open && sections.length > 0 ? (
        <SectionList sections={sections} current={current} onSection={onSection} />
      ) : null}
    </Box>
  );
}
