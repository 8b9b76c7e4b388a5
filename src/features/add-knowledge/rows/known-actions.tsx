import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownUnit } from '#contract/knowledge.ts';
import { replaceSource } from '#contract/operations/units.ts';
import type { KnownMatch } from '#src/api/client/known.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { TextDate } from '#src/ui/text-date.tsx';
import type { RowActions } from './row-actions.ts';

type Source = KnownUnit['sources'][number];

const wordsOf = (name: string): Set<string> =>
  new Set(name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);

/** The sources of a unit, those first whose names share the most words with a name. */
function sortByLikeness(sources: readonly Source[], name: string): Source[] {
  const words = wordsOf(name);
  const likeness = (source: Source) => [...wordsOf(source.name)].filter((word) => words.has(word)).length;
  return sources.toSorted((a, b) => likeness(b) - likeness(a));
}

/** Of the same bytes or text nothing is replaced. */
const isSame = (by: KnownMatch['by']): boolean => by === 'file' || by === 'text';

/** The source that a replacement takes the place of; undefined where a person chooses, or the bytes are the same. */
export const onlyTarget = ({ by, unit, sourceId }: KnownMatch): number | undefined =>
  isSame(by) || unit.inBin
    ? undefined
    : (sourceId ?? (unit.sources.length === 1 ? unit.sources[0]?.id : undefined));

type KnownProps = { unitKey: string; name: string; match: KnownMatch; actions: RowActions };

/** Replaces the source of the unit that has the title or the address; of several sources a person chooses one. */
function ReplaceIn({ unitKey, name, match, actions }: KnownProps) {
  const { t } = useTranslation('add');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { unit, by } = match;
  const target = onlyTarget(match);
  const replace = (sourceId: number) => actions.replaceIn(unitKey, match, sourceId);
  const label = t(by === 'address' ? 'known.refresh' : 'known.replace');
  return (
    <>
      <Button
        variant="contained"
        size="small"
        aria-label={`${label}: ${unit.title}`}
        aria-haspopup={target === undefined ? 'menu' : undefined}
        onClick={(event) => (target === undefined ? setAnchor(event.currentTarget) : replace(target))}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('known.which', { title: unit.title }) } }}
      >
        {sortByLikeness(unit.sources, name).map((source) => (
          <MenuItem
            key={source.id}
            onClick={() => {
              setAnchor(null);
              replace(source.id);
            }}
          >
            <MonoText>{source.name}</MonoText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** What a person does with what the bot has already. */
export function KnownActions(props: KnownProps) {
  const { unitKey, match, actions } = props;
  const { t } = useTranslation('add');
  const canReplace = useCanUse(replaceSource) && !isSame(match.by);
  const named = (label: string) => `${label}: ${props.name}`;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {canReplace ? <ReplaceIn {...props} /> : null}
      <Button
        variant="outlined"
        size="small"
        aria-label={named(t('known.keep'))}
        onClick={() => actions.keepBoth(unitKey, match)}
      >
        {t('known.keep')}
      </Button>
      <Button size="small" aria-label={named(t('known.skip'))} onClick={() => actions.remove(unitKey)}>
        {t('known.skip')}
      </Button>
      {match.by === 'title' ? (
        <LinkButton size="small" to={paths.unit(match.unit.id)}>
          {t('action.openUnit')}
        </LinkButton>
      ) : null}
    </Box>
  );
}

/** Where it is, with name, size and date of what is there. */
export function KnownDetail({ match, size }: { match: KnownMatch; size: number | undefined }) {
  const { t } = useTranslation('add');
  const formats = useFormats();
  const { unit, by, sourceId } = match;
  const source =
    unit.sources.find(({ id }) => id === sourceId) ??
    (unit.sources.length === 1 ? unit.sources[0] : undefined);
  const sizes =
    source?.size === null || source?.size === undefined || size === undefined ? undefined : source.size;
  return (
    <>
      {t(`known.by.${unit.inBin ? 'bin' : by}`)}{' '}
      {unit.inBin ? (
        <BidiText>{unit.title}</BidiText>
      ) : (
        <TextLink to={paths.unit(unit.id)}>
          <BidiText>{unit.title}</BidiText>
        </TextLink>
      )}
      {source === undefined ? null : (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
          <MonoText>{source.name}</MonoText>
          {sizes === undefined || size === undefined || isSame(by)
            ? null
            : ` · ${t('known.sizes', { there: formats.bytes(sizes), here: formats.bytes(size) })}`}
          {source.inDraft ? ` · ${t('known.inDraft')}` : null}
          {source.textOn === null ? null : ' · '}
          <TextDate readOn={source.textOn} form="brief" />
        </Box>
      )}
    </>
  );
}

type KnownBarProps = { onReplaceAll: (() => void) | undefined; onSkipAll: () => void; count: number };

/** One answer for all rows that the bot has already. */
export function KnownBar({ count, onReplaceAll, onSkipAll }: KnownBarProps) {
  const { t } = useTranslation('add');
  const canReplace = useCanUse(replaceSource);
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, paddingBlock: 1 }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 200 }}>
        {t('known.bar', { count })}
      </Box>
      {canReplace && onReplaceAll !== undefined ? (
        <Button variant="outlined" size="small" onClick={onReplaceAll}>
          {t('known.replaceAll')}
        </Button>
      ) : null}
      <Button size="small" onClick={onSkipAll}>
        {t('known.skipAll')}
      </Button>
    </Box>
  );
}
