import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { ALERT_LIMITS } from '#contract/limits.ts';
import { LEDGERS } from '#contract/usage.ts';
import { AmountField } from '#src/components/amount-field.tsx';
import { useAlertWords } from './alert-words.ts';
import type { DraftRule, RuleProblem, RulesState } from './use-rules.ts';

type RuleRowProps = {
  rule: DraftRule;
  problem: RuleProblem | undefined;
  mayEdit: boolean;
  state: RulesState;
};

const ALL = 'all';

/** A rule: whether it watches, over which quota, from which figure on. */
export function RuleRow({ rule, problem, mayEdit, state }: RuleRowProps) {
  const { t } = useTranslation(['alerts', 'terms']);
  const words = useAlertWords();
  const named = words.rule(rule);
  const { kind, key } = rule;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) 140px 132px 36px' },
        paddingBlock: 1.25,
        borderBlockEnd: 1,
        borderColor: 'line.soft',
      }}
    >
      <Switch
        size="small"
        checked={rule.enabled}
        disabled={!mayEdit}
        onChange={(_, enabled) => state.change(key, { enabled })}
        slotProps={{ input: { 'aria-label': t('rules.onNamed', { rule: named }) } }}
      />
      <Box sx={{ minWidth: 0, color: rule.enabled ? undefined : 'text.tertiary' }}>
        {t(`rules.kind.${kind}`)}
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' }, gridRow: { xs: 2, md: 'auto' } }}>
        {kind === 'busy' ? null : (
          <Select
            size="small"
            fullWidth
            disabled={!mayEdit}
            value={rule.ledger ?? ALL}
            onChange={({ target }) =>
              state.change(key, { ledger: target.value === ALL ? null : target.value })
            }
            SelectDisplayProps={{ 'aria-label': t('rules.ledger') }}
          >
            <MenuItem value={ALL}>{words.ledgerOf(null)}</MenuItem>
            {LEDGERS.map((ledger) => (
              <MenuItem key={ledger} value={ledger}>
                {words.ledgerOf(ledger)}
              </MenuItem>
            ))}
          </Select>
        )}
      </Box>
      <Box sx={{ gridColumn: { xs: 2, md: 'auto' } }}>
        {kind === 'line' || kind === 'busy' ? (
          <AmountField
            label={t(kind === 'line' ? 'rules.percent' : 'rules.calls')}
            value={rule.at ?? undefined}
            disabled={!mayEdit}
            problem={problem === undefined ? undefined : t(`rules.${problem}`, { most: ALERT_LIMITS.at })}
            onChange={(at) => state.change(key, { at: at ?? null })}
            {...(kind === 'line' ? { unit: '%' } : {})}
          />
        ) : null}
      </Box>
      <Box sx={{ gridColumn: { xs: 3, md: 'auto' }, gridRow: { xs: 1, md: 'auto' } }}>
        {mayEdit && kind === 'line' ? (
          <IconButton
            size="small"
            aria-label={t('rules.remove', { rule: named })}
            onClick={() => state.remove(key)}
          >
            <X size={18} />
          </IconButton>
        ) : null}
      </Box>
    </Box>
  );
}
