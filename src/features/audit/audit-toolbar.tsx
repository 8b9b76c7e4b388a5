import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AUDIT_FORMATS, type AuditFormat, type AuditList } from '#contract/audit.ts';
import { exportAudit } from '#contract/operations/audit.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useVisibleSubjects } from '#src/ui/audit/use-audit-log-path.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { DateField } from '#src/ui/date-field.tsx';
import { downloadFile } from '#src/ui/download-file.ts';
import { ExportMenu } from '#src/ui/export-menu.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import {
  type AuditFilterState,
  type AuditFilters,
  type FilterName,
  NO_FILTERS,
} from './use-audit-filters.ts';
import { useAuditLabels } from './use-audit-labels.ts';

type ActiveFilterChipsProps = {
  view: AuditFilterState;
  list: AuditList | undefined;
  onChange: (change: Partial<AuditFilterState>) => void;
};

/** The active filters, as sentences; links can set filters for which there is no field. */
function useActiveFilters({ view, list }: Omit<ActiveFilterChipsProps, 'onChange'>) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const auditLabels = useAuditLabels();
  const { kind, subject, action, key, request, from, to, before } = view;
  // The address has only ids: names come from the entries.
  const matchedSubject = list?.items.find(
    (item) => item.subject.kind === kind && item.subject.id === subject,
  )?.subject;
  const actor = list?.items.find((item) => item.actor.keyId === key)?.actor;
  const chips: { name: FilterName; label: string }[] = [];
  const add = (name: FilterName, label: string) => chips.push({ name, label });
  if (kind !== undefined && subject === undefined)
    add('kind', t('filter.kindIs', { name: auditLabels.kind(kind) }));
  if (kind !== undefined && subject !== undefined)
    add(
      'subject',
      t('filter.subjectIs', {
        kind: auditLabels.kind(kind),
        name: auditLabels.subject(matchedSubject ?? { kind, id: subject, name: '' }),
      }),
    );
  if (action !== undefined) add('action', t('filter.actionIs', { name: auditLabels.action(action) }));
  if (key !== undefined) add('key', t('filter.keyIs', { name: actor ? auditLabels.actor(actor) : key }));
  if (request !== undefined) add('request', t('filter.requestIs', { id: request }));
  if (from !== undefined) add('from', t('filter.fromIs', { day: formats.day(from, 'short') }));
  if (to !== undefined) add('to', t('filter.toIs', { day: formats.day(to, 'short') }));
  if (before !== undefined) add('before', t('filter.beforeIs', { id: before }));
  return chips;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilterChips({ onChange, ...shown }: ActiveFilterChipsProps) {
  const { t } = useTranslation('audit');
  const chips = useActiveFilters(shown);
  if (chips.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t('filter.active')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {chips.map(({ name, label }) => (
        <Chip
          key={name}
          component="button"
          type="button"
          clickable
          variant="outlined"
          aria-label={t('filter.drop', { filter: label })}
          onClick={() =>
            onChange(name === 'subject' ? { kind: undefined, subject: undefined } : { [name]: undefined })
          }
          label={
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
              <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                <BidiText>{label}</BidiText>
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
      <Button size="small" onClick={() => onChange(NO_FILTERS)}>
        {t('filter.clear')}
      </Button>
    </Box>
  );
}

type ExportAuditMenuProps = { filters: AuditFilters; onError: (error: unknown) => void };

/** Exports all filtered entries, not only the current page. */
function ExportAuditMenu({ filters, onError }: ExportAuditMenuProps) {
  const { t } = useTranslation('audit');
  const gateway = useGateway();
  const { bot } = useConnection();
  const exporting = useMutation({
    mutationFn: (format: AuditFormat) => gateway.call(exportAudit, { query: { ...filters, format } }),
    onSuccess: (file, format) => downloadFile(file, `fihrist-audit-${bot}.${format}`),
    onError,
  });
  return (
    <ExportMenu
      label={t('export.open')}
      formats={AUDIT_FORMATS}
      labelFor={(format) => t(`export.${format}`)}
      busy={exporting.isPending}
      onSelect={(format) => exporting.mutate(format)}
    />
  );
}

type AuditToolbarProps = {
  view: AuditFilterState;
  list: AuditList | undefined;
  onChange: (change: Partial<AuditFilterState>) => void;
  onError: (error: unknown) => void;
};

/** Search and filters: kind, action and days. */
export function AuditToolbar({ view, list, onChange, onError }: AuditToolbarProps) {
  const { t } = useTranslation('audit');
  const auditLabels = useAuditLabels();
  const kinds = useVisibleSubjects();
  // An action that a link filters by is an option even if it never happened.
  const actions = [...new Set([...(list?.actions ?? []), ...(view.action ? [view.action] : [])])];
  const dayFields = [
    { name: 'from', label: t('filter.from'), bounds: { max: view.to } },
    { name: 'to', label: t('filter.to'), bounds: { min: view.from } },
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
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
        <FilterSelect
          label={t('filter.kind')}
          anyLabel={t('filter.anyKind')}
          value={view.kind}
          options={kinds}
          labelOf={auditLabels.kind}
          onChange={(kind) => onChange({ kind, subject: undefined })}
        />
        <FilterSelect
          label={t('filter.action')}
          anyLabel={t('filter.anyAction')}
          value={view.action}
          options={actions}
          labelOf={auditLabels.action}
          onChange={(action) => onChange({ action })}
        />
        {dayFields.map(({ name, label, bounds }) => (
          <DateField
            key={name}
            label={label}
            value={view[name] ?? ''}
            onChange={(day) => onChange({ [name]: day || undefined })}
            {...bounds}
          />
        ))}
      </Box>
      <Box sx={{ marginInlineStart: { md: 'auto' } }}>
        <ExportAuditMenu filters={view} onError={onError} />
      </Box>
    </Box>
  );
}
