import X from 'virtual:lucide/x';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { setAlertRules } from '#contract/operations/alerts.ts';
import { LEDGERS } from '#contract/usage.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { AddButton } from '#src/ui/add-button.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { IntegerField } from '#src/ui/integer-field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageSection } from '#src/ui/page-section.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordList, recordRowStyle } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useAlertText } from './use-alert-text.ts';
import { type DraftRule, type RuleProblem, type RulesState, useRules } from './use-rules.ts';

type RuleRowProps = {
  rule: DraftRule;
  problem: RuleProblem | undefined;
  canEdit: boolean;
  state: RulesState;
};

const ALL_LEDGERS = 'all';

/** The quota that a rule watches: one or all. */
function LedgerSelect({ rule: { key, ledger: value }, canEdit, state }: Omit<RuleRowProps, 'problem'>) {
  const { t } = useTranslation('alerts');
  const { ledgerOf } = useAlertText();
  return (
    <Select
      size="small"
      fullWidth
      disabled={!canEdit}
      value={value ?? ALL_LEDGERS}
      onChange={({ target }) =>
        state.change(key, { ledger: target.value === ALL_LEDGERS ? null : target.value })
      }
      SelectDisplayProps={{ 'aria-label': t('rules.ledger') }}
    >
      <MenuItem value={ALL_LEDGERS}>{ledgerOf(null)}</MenuItem>
      {LEDGERS.map((ledger) => (
        <MenuItem key={ledger} value={ledger}>
          {ledgerOf(ledger)}
        </MenuItem>
      ))}
    </Select>
  );
}

/** A rule: switch, quota and threshold. */
function RuleRow({ rule, problem, canEdit, state }: RuleRowProps) {
  const { t } = useTranslation(['alerts', 'terms']);
  const ruleText = useAlertText().rule(rule);
  const { kind, key } = rule;
  return (
    <Box
      component="li"
      sx={{
        ...recordRowStyle,
        display: 'grid',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) 140px 132px 36px' },
      }}
    >
      <Switch
        size="small"
        checked={rule.enabled}
        disabled={!canEdit}
        onChange={(_, enabled) => state.change(key, { enabled })}
        slotProps={{ input: { 'aria-label': t('rules.onNamed', { rule: ruleText }) } }}
      />
      <Box sx={{ minWidth: 0, color: rule.enabled ? undefined : 'text.tertiary' }}>
        {t(`rules.kind.${kind}`)}
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 2, md: 'auto' } }}>
        {kind === 'rate-limited' ? null : <LedgerSelect rule={rule} canEdit={canEdit} state={state} />}
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' } }}>
        {kind === 'threshold' || kind === 'rate-limited' ? (
          <IntegerField
            label={t(kind === 'threshold' ? 'rules.percent' : 'rules.calls')}
            value={rule.threshold ?? undefined}
            disabled={!canEdit}
            error={problem === undefined ? undefined : t(`rules.${problem}`, { max: ALERT_LIMITS.threshold })}
            onChange={(threshold) => state.change(key, { threshold: threshold ?? null })}
            {...(kind === 'threshold' ? { unit: '%' } : {})}
          />
        ) : null}
      </Box>
      <Box sx={{ gridColumn: { xs: 3, md: 'auto' }, gridRow: { xs: 1, md: 'auto' } }}>
        {canEdit && kind === 'threshold' ? (
          <IconButton
            size="small"
            aria-label={t('rules.remove', { rule: ruleText })}
            onClick={() => state.remove(key)}
          >
            <X size={18} />
          </IconButton>
        ) : null}
      </Box>
    </Box>
  );
}

/** The rules, edited in place and saved together. */
export function RulesSection() {
  const { t } = useTranslation('alerts');
  const canEdit = useCanUse(setAlertRules);
  const state = useRules();
  const { query, save, drafts, problems, changed } = state;
  const isFull = drafts.length >= ALERT_LIMITS.rules;
  return (
    <PageSection
      id="rules"
      title={t('rules.title')}
      text={t(canEdit ? 'rules.text' : 'rules.readOnly')}
      action={
        canEdit && !isFull && query.data !== undefined ? (
          <AddButton size="small" onClick={state.addThreshold}>
            {t('rules.add')}
          </AddButton>
        ) : null
      }
    >
      <QueryView query={query} pending={<SkeletonRows rows={4} height={48} bars={[0.5]} />}>
        {() => (
          <RecordList label={t('rules.title')} topLine="none">
            {drafts.map((rule) => (
              <RuleRow
                key={rule.key}
                rule={rule}
                problem={problems.get(rule.key)}
                canEdit={canEdit}
                state={state}
              />
            ))}
          </RecordList>
        )}
      </QueryView>
      {isFull ? (
        <SmallText sx={{ paddingBlock: 1 }}>{t('rules.full', { max: ALERT_LIMITS.rules })}</SmallText>
      ) : null}
      <Box sx={{ display: 'grid', gap: 1.5, marginBlockStart: 1.5 }}>
        <FaultNotice error={save.error} onDismiss={save.reset} />
        {save.isSuccess && !changed ? (
          <Notice severity="success" title={t('rules.saved')} onDismiss={save.reset} />
        ) : null}
        {changed ? (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <BusyButton
              variant="contained"
              busy={save.isPending}
              disabled={problems.size > 0}
              onClick={state.submit}
            >
              {t('rules.save')}
            </BusyButton>
            <Button onClick={state.reset}>{t('rules.reset')}</Button>
          </Box>
        ) : null}
      </Box>
    </PageSection>
  );
}
