import { styled } from '@mui/material/styles';

/** A list without bullets and without space of its own; `as="ol"` where the order counts. */
export const PlainList = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
