import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronRight from 'virtual:lucide/chevron-right';
import Download from 'virtual:lucide/download';
import ExternalLink from 'virtual:lucide/external-link';
import FileText from 'virtual:lucide/file-text';
import Globe from 'virtual:lucide/globe';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import ListItemButton from '@mui/material/ListItemButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import type { Section, SourceState } from '#contract/unit-states.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { TextDate } from '#src/ui/text-date.tsx';
import { isHeld } from '#src/ui/unit/resolve-unit-status.ts';
import { StatusChip } from '#src/ui/unit/status-chip.tsx';
import { HealthPanel } from './health-panel.tsx';
import { Reasons, type Repair } from './reasons.tsx';

const SEPARATOR = ' › ';

type SectionNode = {
  /** The heading alone, without its parents. */
  heading: string;
  /** The heading path as passages have it. */
  title: string;
  depth: number;
  firstOrdinal: number;
  /** Passages of the section, subsections included. */
  passages: number;
};

/** The sections of one source as an indented list; parents without passages of their own are added. */
export function buildSectionTree(sections: readonly Section[]): SectionNode[] {
  const nodes: SectionNode[] = [];
  const openNodes: SectionNode[] = [];
  for (const { title, firstOrdinal, passages } of sections) {
    const path = title === '' ? [''] : title.split(SEPARATOR);
    while (openNodes.length > 0 && !isWithin(path, openNodes)) openNodes.pop();
    for (let depth = openNodes.length; depth < path.length; depth += 1) {
      const node = {
        heading: path[depth] ?? '',
        title: path.slice(0, depth + 1).join(SEPARATOR),
        depth,
        firstOrdinal,
        passages: 0,
      };
      nodes.push(node);
      openNodes.push(node);
    }
    for (const node of openNodes) node.passages += passages;
  }
  return nodes;
}

/** True when the open nodes are the beginning of the path. */
function isWithin(path: readonly string[], openNodes: readonly SectionNode[]): boolean {
  return openNodes.length <= path.length && openNodes.every(({ heading }, depth) => heading === path[depth]);
}

/** The section of a passage: the deepest node that contains it. */
export function findSectionAt(nodes: readonly SectionNode[], ordinal: number): SectionNode | undefined {
  return nodes.findLast(
    (node) => node.firstOrdinal <= ordinal && ordinal < node.firstOrdinal + node.passages,
  );
}

type SectionListProps = {
  sections: readonly SectionNode[];
  current: SectionNode | undefined;
  onSection: (section: SectionNode) => void;
};

/** The headings of one source, indented by depth; each leads to its passages. */
function SectionList({ sections, current, onSection }: SectionListProps) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  return (
    <PlainList
      sx={{ marginInlineStart: 1, paddingInlineStart: 1, borderInlineStart: 1, borderColor: 'line.firm' }}
    >
      {sections.map((section) => {
        const here = section === current;
        return (
          <li key={`${section.firstOrdinal} ${section.depth}`}>
            <ListItemButton
              dense
              selected={here}
              aria-current={here ? 'true' : undefined}
              onClick={() => onSection(section)}
              sx={{
                gap: 1,
                borderRadius: 1,
                paddingBlock: 0.25,
                paddingInlineEnd: 1,
                paddingInlineStart: 1 + Math.min(section.depth, 5) * 2,
                color: here ? 'teal.ink' : 'text.primary',
                typography: 'body2',
                fontWeight: here ? 600 : 400,
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <BidiText>{section.heading === '' ? t('sources.noSections') : section.heading}</BidiText>
              </Box>
              <Typography variant="caption" component="span" sx={{ color: 'text.tertiary' }}>
                {formats.number(section.passages)}
              </Typography>
            </ListItemButton>
          </li>
        );
      })}
    </PlainList>
  );
}

/** The web address of a source's `content`; '' when it has none, as the bare name of a file has not. */
function hrefOf(content: string, base: string): string {
  const isAddress = URL.canParse(content) || content.startsWith('/');
  if (!isAddress || !URL.canParse(content, base)) return '';
  const url = new URL(content, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
}

/** A source as every gateway shows it, with more where the gateway reports more. */
export type SourceEntryView = Pick<SourceState, 'id' | 'knowledgeSource' | 'content' | 'name'> &
  Partial<Omit<SourceState, 'id' | 'knowledgeSource' | 'content' | 'name' | 'mime'>>;

type SourceEntryProps = {
  source: SourceEntryView;
  sections: readonly SectionNode[];
  current: SectionNode | undefined;
  onSection: (section: SectionNode) => void;
  /** What can be done to the source. */
  menu?: ReactNode;
  repair?: Repair | undefined;
  /** What a person can decide about a newer text. */
  decision?: ReactNode;
};

/** A source: address, status and sections. */
export function SourceEntry(props: SourceEntryProps) {
  const { source, sections, current, onSection, menu, repair, decision } = props;
  const { t } = useTranslation(['unit', 'common']);
  const formats = useFormats();
  const { http } = useGateway();
  const [open, setOpen] = useState(true);
  const isUrl = source.knowledgeSource === KNOWLEDGE_SOURCE.url;
  const name = isUrl ? source.name.replace(/^https?:\/\//u, '') : source.name;
  const href = hrefOf(source.content, http.base);
  const Icon = isUrl ? Globe : FileText;
  // A failed source whose earlier reading still answers.
  const isKept = source.status === 'failed' && (source.passages ?? 0) > 0;
  const Chevron = open ? ChevronDown : ChevronRight;
  const facts = [
    ...(isUrl ? [t('sources.webPage')] : []),
    ...(source.isWritten ? [t('sources.isWritten')] : []),
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
          <Typography variant="caption" component="div" sx={{ color: 'text.tertiary' }}>
            <TextDate readOn={source.readOn} form="moment" />
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
        {menu}
      </Box>
      {source.status === undefined || source.status === 'ready' ? null : (
        <StatusChip
          status={isKept ? (isHeld(source.reason?.code) ? 'updateHeld' : 'updateFailed') : source.status}
        />
      )}
      {source.reason ? (
        <Reasons reasons={[source.reason]} tone={isKept ? 'saffron' : 'brick'} repair={repair} />
      ) : null}
      {decision}
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
