import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import { useTranslation } from 'react-i18next';
import { describeReason } from '#src/api/describe-error.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { TextLink } from '#src/components/link-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { StatusChip } from '#src/components/status-chip.tsx';
import { paths } from '#src/paths.ts';
import type { Registered } from './intake-types.ts';
import { RowFrame } from './row-frame.tsx';
import type { UnitStanding } from './use-unit-standings.ts';
import { useUnitStandings } from './use-unit-standings.ts';

function RegisteredRow({ unit, standing }: { unit: Registered; standing: UnitStanding | undefined }) {
  const { t } = useTranslation('add');
  const { t: tFaults } = useTranslation('faults');
  const Icon = unit.kind === 'url' ? Globe : FileText;
  const [only] = unit.names;
  const reason = standing?.reason ? describeReason(standing.reason, tFaults) : undefined;
  return (
    <RowFrame
      icon={<Icon size={20} aria-hidden />}
      identity={
        <>
          {unit.id === undefined ? (
            <Typography sx={{ fontWeight: 600 }}>
              <BidiText>{unit.title}</BidiText>
            </Typography>
          ) : (
            <TextLink to={paths.unit(unit.id)} sx={{ fontWeight: 600 }}>
              <BidiText>{unit.title}</BidiText>
            </TextLink>
          )}
          <Box sx={{ color: 'text.tertiary', minWidth: 0, typography: 'caption' }}>
            {unit.names.length === 1 && only !== undefined ? (
              <MonoText truncate>{only}</MonoText>
            ) : (
              t('registered.sources', { count: unit.names.length })
            )}
          </Box>
        </>
      }
      status={
        standing === undefined ? (
          <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
            {unit.id === undefined ? '' : t('registered.checking')}
          </Typography>
        ) : (
          <StatusChip status={standing.status} progress={standing.progress} />
        )
      }
      detail={
        unit.id === undefined
          ? t('registered.none')
          : reason && (
              <>
                <BidiText>{reason.what}</BidiText>. {reason.remedy}.
              </>
            )
      }
    />
  );
}

/** What was registered here, each a link to its unit, its status moving by itself. */
export function RegisteredList({ units, onHide }: { units: readonly Registered[]; onHide: () => void }) {
  const { t } = useTranslation('add');
  const standings = useUnitStandings(units.flatMap(({ id }) => id ?? []));
  if (units.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="registered-heading" sx={{ marginBlockStart: 4 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          borderBlockEnd: 1,
          borderColor: 'line.firm',
          minHeight: 44,
        }}
      >
        <Typography id="registered-heading" variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('registered.title')}
        </Typography>
        <Button size="small" color="secondary" onClick={onHide}>
          {t('registered.hide')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {units.map((unit) => (
          <RegisteredRow
            key={unit.key}
            unit={unit}
            standing={unit.id === undefined ? undefined : standings.get(unit.id)}
          />
        ))}
      </Box>
    </Box>
  );
}
