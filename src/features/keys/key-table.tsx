import ChartColumn from 'virtual:lucide/chart-column';
import Gauge from 'virtual:lucide/gauge';
import Pause from 'virtual:lucide/pause';
import Pencil from 'virtual:lucide/pencil';
import Play from 'virtual:lucide/play';
import RefreshCw from 'virtual:lucide/refresh-cw';
import History from 'virtual:lucide/rotate-ccw-clock';
import Trash2 from 'virtual:lucide/trash';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import type { ListedKey } from '#contract/session.ts';
import { LEDGERS, type Ledger } from '#contract/usage.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { useAuditLogPath } from '#src/ui/audit/use-audit-log-path.ts';
import { FaultMessage } from '#src/ui/fault/fault-message.tsx';
import { usePauseKey } from '#src/ui/fault/pause-key.tsx';
import { Meter } from '#src/ui/meter.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { RecordName } from '#src/ui/record-row.tsx';
import { RecordTable } from '#src/ui/record-table.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { CapForm } from './cap-form.tsx';
import { KeyForm } from './key-form.tsx';
import { useKeyText } from './use-key-text.ts';

/** The form that is open below a key. */
export type OpenForm = { id: string; form: 'edit' | 'cap' };

/** The share of its tightest cap that a key has used; -1 without caps. */
function usedShare({ caps, used = {}, ofBot }: ListedKey): number {
  if (ofBot === false) return -1;
  const shares = LEDGERS.flatMap((ledger) => {
    const cap = caps[ledger];
    return cap === undefined ? [] : [cap === 0 ? 1 : (used[ledger] ?? 0) / cap];
  });
  return Math.max(-1, ...shares);
}

const WARNING_SHARE = 0.8;

/** A key's usage of a ledger, and its cap if any. */
function CapUse({ view, ledger }: { view: ListedKey; ledger: Ledger }) {
  const { t } = useTranslation(['keys', 'spending', 'terms']);
  const used = view.used?.[ledger] ?? 0;
  const total = view.caps[ledger];
  if (total === undefined)
    return used === 0 ? null : <div>{t(`spending:amount.${ledger}`, { count: used })}</div>;
  const share = total === 0 ? 1 : used / total;
  const figure = t(`spending:of.${ledger}`, { used, total });
  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={share >= WARNING_SHARE ? { color: share >= 1 ? 'brick.ink' : 'saffron.ink' } : {}}>
        {figure}
      </Box>
      <Meter
        value={share}
        label={t('capOf', { ledger: t(`terms:ledger.${ledger}`), name: view.name })}
        valueText={figure}
        tone={share >= 1 ? 'brick' : share >= WARNING_SHARE ? 'saffron' : 'teal'}
      />
    </Box>
  );
}

function UsedCell({ view }: { view: ListedKey }) {
  const { t } = useTranslation('keys');
  // Use is that of the current bot, where a key of other bots has none; its caps are met there.
  if (view.ofBot === false) return null;
  const isBare = LEDGERS.every((ledger) => view.caps[ledger] === undefined && !view.used?.[ledger]);
  if (isBare) return <Box sx={{ color: 'text.tertiary' }}>{t('noCap')}</Box>;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {LEDGERS.map((ledger) => (
        <CapUse key={ledger} view={view} ledger={ledger} />
      ))}
    </Box>
  );
}

export const menuButtonId = (id: string) => `menu-of-key-${id}`;

type KeyMenuProps = {
  view: ListedKey;
  onOpen: (open: OpenForm) => void;
  onRotate: () => void;
  onRevoke: () => void;
  onPause: () => void;
};

/** What can be done with a key. */
function KeyMenu({ view, onOpen, onRotate, onRevoke, onPause }: KeyMenuProps) {
  const { t } = useTranslation(['keys', 'spending', 'terms']);
  const history = useAuditLogPath({ kind: 'key', subject: view.id });
  const { id, name, family = id } = view;
  const canChange = view.manageable && view.rotatedOn === null;
  return (
    <ActionMenu
      id={menuButtonId(id)}
      label={t('actionsOf', { name })}
      actions={[
        canChange &&
          view.role !== 'owner' && {
            label: t('raise.action'),
            icon: <Gauge size={18} />,
            onSelect: () => onOpen({ id, form: 'cap' }),
            takesFocus: true,
          },
        canChange && {
          label: t('change'),
          icon: <Pencil size={18} />,
          onSelect: () => onOpen({ id, form: 'edit' }),
          takesFocus: true,
        },
        canChange && {
          label: t('rotate'),
          icon: <RefreshCw size={18} />,
          onSelect: onRotate,
          takesFocus: true,
        },
        canChange &&
          !view.current && {
            label: t(view.pausedOn == null ? 'spending:key.pause' : 'spending:key.resume'),
            icon: view.pausedOn == null ? <Pause size={18} /> : <Play size={18} />,
            onSelect: onPause,
          },
        view.ofBot !== false && {
          label: t('usageOf'),
          icon: <ChartColumn size={18} />,
          to: paths.usage({ by: 'key', key: family }),
        },
        history !== undefined && { label: t('terms:history'), icon: <History size={18} />, to: history },
        view.manageable && {
          label: t('revoke'),
          icon: <Trash2 size={18} />,
          destructive: true,
          divided: true,
          onSelect: onRevoke,
          takesFocus: true,
        },
      ]}
    />
  );
}

/** A key of other bots is changed from there: its first bot opens. */
function OtherBotKey({ view: { bots } }: { view: ListedKey }) {
  const { t } = useTranslation('keys');
  const botName = useBotName();
  const connections = useConnections();
  const connection = useConnection();
  const bot = useSession().data?.bots.find(({ id }) => id === bots[0]);
  if (bot === undefined) return null;
  return (
    <Link
      component="button"
      type="button"
      sx={{ typography: 'body2', textAlign: 'start' }}
      onClick={() => connections.update(connection.id, { bot: String(bot.id) })}
    >
      {t('ofOtherBot', { bot: botName(bot) })}
    </Link>
  );
}

type KeyTableProps = {
  label: string;
  views: readonly ListedKey[];
  open: OpenForm | undefined;
  onOpen: (open: OpenForm | undefined) => void;
  onChanged: (words: string) => void;
  onRotate: (view: ListedKey) => void;
  onRevoke: (view: ListedKey) => void;
};

const byTime = (a: string | null, b: string | null, absent: number) =>
  (a === null ? absent : Date.parse(a)) - (b === null ? absent : Date.parse(b));

/** Keys with their roles, bots, use against caps, last use and expiry; the form of one opens below it. */
export function KeyTable({ label, views, open, onOpen, onChanged, onRotate, onRevoke }: KeyTableProps) {
  const { t } = useTranslation(['keys', 'terms']);
  const keyText = useKeyText();
  const pausing = usePauseKey();
  const close = (id: string) => {
    onOpen(undefined);
    document.getElementById(menuButtonId(id))?.focus();
  };
  return (
    <RecordTable
      label={label}
      items={views}
      keyOf={({ id }) => id}
      renderOpen={(view) =>
        open?.id !== view.id ? null : open.form === 'cap' ? (
          <CapForm
            view={view}
            onSaved={() => onChanged(t('raise.done', { name: view.name }))}
            onCancel={() => close(view.id)}
          />
        ) : (
          <KeyForm view={view} onChanged={() => onChanged(t('changed'))} onCancel={() => close(view.id)} />
        )
      }
      columns={[
        {
          key: 'name',
          name: t('column.name'),
          width: '30%',
          compare: (a, b) => a.name.localeCompare(b.name),
          renderCell: (view) => (
            <Box sx={{ fontWeight: 400 }}>
              <RecordName name={view.name} current={view.current ? t('current') : undefined}>
                <MonoText sx={{ color: 'text.tertiary' }}>{`${view.prefix}…`}</MonoText>
              </RecordName>
              {view.person == null ? null : (
                <SmallText tone="secondary">{t('ofPerson', view.person)}</SmallText>
              )}
              <SmallText>{keyText.made(view)}</SmallText>
              {view.pausedOn == null ? null : (
                <SmallText sx={{ color: 'brick.ink' }}>{t('paused')}</SmallText>
              )}
              {pausing.error && pausing.variables.id === view.id ? (
                <SmallText role="alert" sx={{ color: 'brick.ink' }}>
                  <FaultMessage error={pausing.error} />
                </SmallText>
              ) : null}
              {view.ofBot === false ? (
                <OtherBotKey view={view} />
              ) : view.manageable ? null : (
                <SmallText>{t('notYours')}</SmallText>
              )}
            </Box>
          ),
        },
        {
          key: 'role',
          name: t('column.role'),
          width: '16%',
          wideOnly: true,
          compare: (a, b) => a.role.localeCompare(b.role),
          renderCell: (view) => (
            <>
              {t(`terms:role.${view.role}`)}
              <SmallText>{keyText.bots(view)}</SmallText>
            </>
          ),
        },
        {
          key: 'used',
          name: t('column.used'),
          width: '22%',
          compare: (a, b) => usedShare(a) - usedShare(b),
          renderCell: (view) => <UsedCell view={view} />,
        },
        {
          key: 'lastUsed',
          name: t('column.lastUsed'),
          wideOnly: true,
          compare: (a, b) => byTime(a.lastUsedOn, b.lastUsedOn, 0),
          renderCell: keyText.used,
        },
        {
          key: 'ends',
          name: t('column.ends'),
          wideOnly: true,
          compare: (a, b) => byTime(a.expiresOn, b.expiresOn, Number.MAX_SAFE_INTEGER),
          renderCell: (view) => {
            const { words, soon } = keyText.ends(view);
            return <Box sx={soon ? { color: 'saffron.ink', fontWeight: 600 } : {}}>{words}</Box>;
          },
        },
        {
          key: 'menu',
          name: t('column.actions'),
          width: '56px',
          renderCell: (view) => (
            <KeyMenu
              view={view}
              onOpen={onOpen}
              onRotate={() => onRotate(view)}
              onRevoke={() => onRevoke(view)}
              onPause={() => pausing.mutate({ id: view.id, paused: view.pausedOn == null })}
            />
          ),
        },
      ]}
    />
  );
}
