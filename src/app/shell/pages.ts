import LayoutGrid from 'lucide-react/icons/layout-grid';
import Library from 'lucide-react/icons/library';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import Settings from 'lucide-react/icons/settings';
import { paths } from '#src/paths.ts';

/** The pages of the rail, in order. `owns` are the addresses during which the item is current. */
export const pages = [
  { name: 'overview', to: paths.overview(), Icon: LayoutGrid, owns: /^\/$/u },
  { name: 'knowledge', to: paths.knowledge(), Icon: Library, owns: /^\/(knowledge|units)(\/|$)/u },
  { name: 'playground', to: paths.playground(), Icon: MessageCircleQuestionMark, owns: /^\/playground/u },
  { name: 'settings', to: paths.settings(), Icon: Settings, owns: /^\/settings/u },
] as const;
