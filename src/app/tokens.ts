/** The colours of one scheme, by the names of the design's token table. */
export type ColourTokens = {
  bg: string;
  surface: string;
  sunken: string;
  hover: string;
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  line2: string;
  line3: string;
  teal: string;
  tealInk: string;
  tealWash: string;
  onTeal: string;
  saffron: string;
  saffronInk: string;
  saffronWash: string;
  brick: string;
  brickInk: string;
  brickWash: string;
  onBrick: string;
  leaf: string;
  leafInk: string;
  leafWash: string;
  slate: string;
  track: string;
  mark: string;
  markInk: string;
};

export const lightTokens: ColourTokens = {
  bg: '#FAF8F3',
  surface: '#FFFEFB',
  sunken: '#F3EFE6',
  hover: '#F0ECE2',
  ink: '#1C2430',
  ink2: '#4A5361',
  ink3: '#5F6875',
  line: '#E5DFD2',
  line2: '#D3CCBC',
  line3: '#8F8878',
  teal: '#0F766E',
  tealInk: '#0B5F59',
  tealWash: '#E1EFEB',
  onTeal: '#FFFFFF',
  saffron: '#B7791F',
  saffronInk: '#8A5A0B',
  saffronWash: '#FAEFD8',
  brick: '#B42318',
  brickInk: '#B42318',
  brickWash: '#FAE8E4',
  onBrick: '#FFFFFF',
  leaf: '#2F7D4F',
  leafInk: '#27693F',
  leafWash: '#E5F1E8',
  slate: '#7C8797',
  track: '#E5DFD2',
  mark: '#FBE3AE',
  markInk: '#1C2430',
};

export const darkTokens: ColourTokens = {
  bg: '#10151A',
  surface: '#161D24',
  sunken: '#0C1115',
  hover: '#1C242C',
  ink: '#E8E6E1',
  ink2: '#B7BAB8',
  ink3: '#929A9F',
  line: '#262F37',
  line2: '#36414B',
  line3: '#6E7A85',
  teal: '#4DC4B2',
  tealInk: '#7AD7C8',
  tealWash: '#12302D',
  onTeal: '#06231F',
  saffron: '#D99A3A',
  saffronInk: '#EBB864',
  saffronWash: '#33270F',
  brick: '#E5695A',
  brickInk: '#F28B7D',
  brickWash: '#3A1B18',
  onBrick: '#2A0D0A',
  leaf: '#5DB383',
  leafInk: '#76C893',
  leafWash: '#16301F',
  slate: '#8995A3',
  track: '#2B353E',
  mark: '#4A3710',
  markInk: '#F4E3BE',
};

/** Heights and widths of the frame, in px, from the design's "Space and shape". */
export const frame = { topBar: 56, rail: 216, bottomBar: 64, pagePadding: 32, phonePadding: 16 } as const;
