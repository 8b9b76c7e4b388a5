import { useNavigate } from 'react-router';
import { useShellState } from '#src/app/shell/shell-state-context.ts';
import { UsagePage } from '#src/features/usage/usage-page.tsx';
import { paths } from '#src/paths.ts';

export function Component() {
  const navigate = useNavigate();
  const { switchBot } = useShellState();
  return (
    <UsagePage
      onSwitchBot={({ id }) => {
        // Filters of one bot's keys mean nothing to another.
        void navigate(paths.usage());
        switchBot?.(id);
      }}
    />
  );
}
