import { useNavigate } from 'react-router';
import { UsagePage } from '#src/features/usage/usage-page.tsx';
import { paths } from '#src/paths.ts';
import { useShellState } from '../shell-state.ts';

export function Component() {
  const navigate = useNavigate();
  const { chooseBot } = useShellState();
  return (
    <UsagePage
      onSwitchBot={({ id }) => {
        // Filters of one bot's keys mean nothing to another.
        void navigate(paths.usage());
        chooseBot?.(id);
      }}
    />
  );
}
