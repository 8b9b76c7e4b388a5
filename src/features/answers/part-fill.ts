import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';

/** The fill of one part of a score; what comes of how words stand, or of what they mean, is hatched. */
export function partFill(kind: string): (theme: Theme) => SystemStyleObject<Theme> {
  return ({ palette }) => {
    const hatched = (fill: string) =>
      `repeating-linear-gradient(-45deg, ${fill} 0 3px, ${palette.background.paper} 3px 5px)`;
    const fills: Record<string, string> = {
      words: palette.teal.fill,
      letters: palette.saffron.fill,
      title: hatched(palette.saffron.fill),
      sentence: palette.slate.fill,
      meaning: hatched(palette.teal.fill),
    };
    return { background: fills[kind] ?? palette.text.tertiary };
  };
}
