import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { AuditList } from '#contract/audit.ts';
import { AUDIT_SUBJECTS } from '#contract/audit.ts';
import { SearchField } from '#src/components/search-field.tsx';
import { ExportChanges } from './export-changes.tsx';
import type { AuditView } from './use-audit-filters.ts';
import { useAuditWords } from './use-audit-words.ts';

type AuditToolbarProps = {
  view: AuditView;
  list: AuditList | undefined;
  onChange: (change: Partial<AuditView>) => void;
  onError: (error: unknown) => void;
};

const ALL = '';

/** Words, what kind of thing, what was done, and between which days. */
export function AuditToolbar({ view, list, onChange, onError }: AuditToolbarProps) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  // What a link asks for is among the choices, also where nothing like it was done yet.
  const actions = [...new Set([...(list?.actions ?? []), ...(view.action ? [view.action] : [])])];
  const days = [
    { name: 'from', label: t('filter.from'), bounds: { max: view.to } },
    { name: 'to', label: t('filter.to'), bounds: { min: view.from } },
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <SearchField
        label={t('searchLabel')}
        placeholder={t('search')}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <Box
        role="group"
        aria-label={t('filter.label')}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: '136px 176px 152px 152px' },
          gap: 1.5,
          flex: { xs: '1 1 100%', md: '0 1 auto' },
        }}
      >
        <TextField
          select
          size="small"
          label={t('filter.kind')}
          value={view.kind ?? ALL}
          onChange={({ target }) =>
            onChange({ kind: AUDIT_SUBJECTS.find((kind) => kind === target.value), subject: undefined })
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value={ALL}>{t('filter.anyKind')}</MenuItem>
          {AUDIT_SUBJECTS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {words.kind(kind)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          size="small"
          label={t('filter.action')}
          value={view.action ?? ALL}
          onChange={({ target }) => onChange({ action: target.value || undefined })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value={ALL}>{t('filter.anyAction')}</MenuItem>
          {actions.map((action) => (
            <MenuItem key={action} value={action}>
              {words.action(action)}
            </MenuItem>
          ))}
        </TextField>
        {days.map(({ name, label, bounds }) => (
          <TextField
            key={name}
            type="date"
            size="small"
            label={label}
            value={view[name] ?? ''}
            onChange={({ target }) => onChange({ [name]: target.value || undefined })}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: bounds }}
          />
        ))}
      </Box>
      <Box sx={{ marginInlineStart: { md: 'auto' } }}>
        <ExportChanges filters={view} onError={onError} />
      </Box>
    </Box>
  );
}
