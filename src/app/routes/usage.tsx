import { useConnections } from '#src/api/connections-context.tsx';
import { UsagePage } from '#src/features/usage/usage-page.tsx';

export function Component() {
  const connections = useConnections();
  const connection = connections.current();
  return (
    <UsagePage
      onSwitchBot={({ id }) => {
        if (connection !== undefined) connections.update(connection.id, { bot: String(id) });
      }}
    />
  );
}
