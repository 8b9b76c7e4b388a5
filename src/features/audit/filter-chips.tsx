import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import type { AuditList } from '#contract/audit.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import type { AuditView, FilterName } from './use-audit-filters.ts';
import { useAuditWords } from './use-audit-words.ts';

type FilterChipsProps = {
  view: AuditView;
  list: AuditList | undefined;
  onChange: (change: Partial<AuditView>) => void;
};

/** What the list is narrowed to, each to be dropped by itself; links can narrow to what no field offers. */
export function FilterChips({ view, list, onChange }: FilterChipsProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const words = useAuditWords();
  const { kind, subject, action, key, request, from, to, before } = view;
  // Names stand in the entries; the address has only numbers.
  const thing = list?.items.find(
    (item) => item.subject.kind === kind && item.subject.id === subject,
  )?.subject;
  const actor = list?.items.find((item) => item.actor.keyId === key)?.actor;
  const chips: { name: FilterName; words: string }[] = [];
  const add = (name: FilterName, said: string | undefined) =>
    said === undefined ? undefined : chips.push({ name, words: said });
  if (kind !== undefined && subject === undefined)
    add('kind', t('filter.kindIs', { name: words.kind(kind) }));
  if (kind !== undefined && subject !== undefined)
    add(
      'subject',
      t('filter.subjectIs', {
        kind: words.kind(kind),
        name: words.thing(thing ?? { kind, id: subject, name: '' }),
      }),
    );
  if (action !== undefined) add('action', t('filter.actionIs', { name: words.action(action) }));
  if (key !== undefined) add('key', t('filter.keyIs', { name: actor ? words.actor(actor) : key }));
  if (request !== undefined) add('request', t('filter.requestIs', { id: request }));
  if (from !== undefined) add('from', t('filter.fromIs', { day: formats.day(from, 'short') }));
  if (to !== undefined) add('to', t('filter.toIs', { day: formats.day(to, 'short') }));
  if (before !== undefined) add('before', t('filter.beforeIs', { id: before }));
  if (chips.length === 0) return null;
  const none = Object.fromEntries(chips.map(({ name }) => [name, undefined]));
  return (
    <Box
      role="group"
      aria-label={t('filter.active')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {chips.map(({ name, words: said }) => (
        <Chip
          key={name}
          component="button"
          type="button"
          clickable
          variant="outlined"
          aria-label={t('filter.drop', { filter: said })}
          onClick={() =>
            onChange(name === 'subject' ? { kind: undefined, subject: undefined } : { [name]: undefined })
          }
          label={
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                <BidiText>{said}</BidiText>
              </Box>
              <X size={14} aria-hidden />
            </Box>
          }
          sx={{
            height: { xs: 32, md: 28 },
            maxWidth: '100%',
            bgcolor: 'teal.wash',
            borderColor: 'teal.fill',
            color: 'teal.ink',
          }}
        />
      ))}
      <Button size="small" onClick={() => onChange({ ...none, kind: undefined, search: '' })}>
        {t('filter.clear')}
      </Button>
    </Box>
  );
}
