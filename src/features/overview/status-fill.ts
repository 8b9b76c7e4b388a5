import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import type { StatusWord } from '#contract/source-status.ts';

/** The fill of a status; indexing is hatched, so that it differs from ready without colour. */
export function statusFill(word: StatusWord): (theme: Theme) => SystemStyleObject<Theme> {
  return ({ palette }) => {
    if (word === 'indexing') {
      const { fill } = palette.teal;
      const gap = palette.background.default;
      return { background: `repeating-linear-gradient(-45deg, ${fill} 0 3px, ${gap} 3px 5px)` };
    }
    const fills = { ready: palette.leaf.fill, waiting: palette.slate.fill, failed: palette.brick.fill };
    return { background: fills[word] };
  };
}
